package dev.patchbay.cri;

/**
 * Who the container runtime is.
 *
 * @param name       e.g. {@code containerd} or {@code cri-o}
 * @param version    e.g. {@code 1.6.20}
 * @param apiVersion of the CRI, e.g. {@code v1}
 */
public record RuntimeVersion(String name, String version, String apiVersion) {}

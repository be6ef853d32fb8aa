package dev.patchbay.cri;

/** Who the container runtime is, e.g. {@code containerd} 1.6.20 with CRI {@code v1}. */
public record RuntimeVersion(String name, String version, String apiVersion) {}

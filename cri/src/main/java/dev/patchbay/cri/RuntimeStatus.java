package dev.patchbay.cri;

/**
 * Whether the container runtime can make pods.
 *
 * @param runtimeReady condition {@code RuntimeReady}
 * @param networkReady condition {@code NetworkReady}
 * @param message      what the runtime says about what is not ready; empty where all is
 */
public record RuntimeStatus(boolean runtimeReady, boolean networkReady, String message) {}

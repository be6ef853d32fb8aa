package dev.patchbay.annotations.selection;

/**
 * The {@code bandwidth} capability; zero means "not limited".
 *
 * @param ingressRate  bits per second into the pod
 * @param ingressBurst bits
 * @param egressRate   bits per second out of the pod
 * @param egressBurst  bits
 */
public record Bandwidth(long ingressRate, long ingressBurst, long egressRate, long egressBurst) {}

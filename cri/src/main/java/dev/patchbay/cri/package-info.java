/**
 * A small reactive client of the container runtime interface (CRI v1) that only reads: it finds the sandbox of a pod and
 * its network namespace. The door is {@link dev.patchbay.cri.CriClient}; {@link dev.patchbay.cri.CriSockets} says where
 * runtimes listen.
 */
package dev.patchbay.cri;

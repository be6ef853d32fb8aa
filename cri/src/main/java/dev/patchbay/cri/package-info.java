/** A small reactive client of the container runtime interface (CRI v1): finds the sandbox of a pod and its namespace. */
package dev.patchbay.cri;

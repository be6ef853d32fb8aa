/** A containerd of our own, in a private corner of this machine. */
package dev.patchbay.it.containerd;

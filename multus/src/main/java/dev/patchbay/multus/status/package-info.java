/** Entries of network-status from a CNI result. */
package dev.patchbay.multus.status;

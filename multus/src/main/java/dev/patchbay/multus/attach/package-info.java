/** Plug and unplug: the procedure around the CNI calls that keeps a namespace and a node clean. */
package dev.patchbay.multus.attach;

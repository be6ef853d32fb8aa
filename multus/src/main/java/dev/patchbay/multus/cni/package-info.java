/** A CNI runtime equal to libcni: runs plugins, chains their results, converts versions. */
package dev.patchbay.multus.cni;

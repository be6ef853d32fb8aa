/** Sees the pods of this node and the NADs of the cluster, and tells what changed. */
package dev.patchbay.verticles.podwatch;

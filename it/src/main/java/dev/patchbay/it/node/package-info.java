/** A node to test on: container runtime, API server, pods, and the controller. */
package dev.patchbay.it.node;

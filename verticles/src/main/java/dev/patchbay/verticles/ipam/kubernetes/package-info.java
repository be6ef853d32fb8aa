/** What the IPAM asks of Kubernetes beside its blocks: whether owners are gone, and what pools there are. */
package dev.patchbay.verticles.ipam.kubernetes;

/** What the IPAM plugin asks this node's agent: CNI calls over a unix socket, and their answers. */
package dev.patchbay.verticles.ipam.cni;

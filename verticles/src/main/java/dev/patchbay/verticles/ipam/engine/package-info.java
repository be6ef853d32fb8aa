/**
 * Gives addresses out and takes them back, for one node: many requests in one write, from blocks of the node's own first,
 * then from those of others.
 */
package dev.patchbay.verticles.ipam.engine;

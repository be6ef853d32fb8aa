/** Where blocks are kept: one compare-and-swap of one block is all that a store must be able to do. */
package dev.patchbay.verticles.ipam.store;

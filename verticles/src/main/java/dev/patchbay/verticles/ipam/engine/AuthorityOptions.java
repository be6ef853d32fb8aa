package dev.patchbay.verticles.ipam.engine;

/**
 * How a node takes addresses.
 *
 * @param node   its name
 * @param borrow whether it may take single addresses from blocks of other nodes when all else is used up
 */
public record AuthorityOptions(String node, boolean borrow) {}

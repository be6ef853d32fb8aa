package dev.patchbay.verticles.ipam.store;

import dev.patchbay.verticles.ipam.block.Block;

/**
 * A block as it was read or written.
 *
 * @param version what the store calls this state; it says nothing about order
 */
public record StoredBlock(Block block, String version) {}

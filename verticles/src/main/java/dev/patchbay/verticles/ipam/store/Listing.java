package dev.patchbay.verticles.ipam.store;

import dev.patchbay.verticles.ipam.block.BlockKey;
import java.util.List;
import java.util.Map;

/**
 * What a store has.
 *
 * @param unreadable blocks that exist but cannot be understood, and why: nothing may be given from them
 */
public record Listing(List<StoredBlock> blocks, Map<BlockKey, String> unreadable) {

    public Listing {
        blocks = List.copyOf(blocks);
        unreadable = Map.copyOf(unreadable);
    }
}

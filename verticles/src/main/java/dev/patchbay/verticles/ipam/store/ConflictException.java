package dev.patchbay.verticles.ipam.store;

import dev.patchbay.verticles.ipam.block.BlockKey;

/** Somebody else has written, made or deleted the block since it was read: nothing was written. */
public final class ConflictException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Creates the conflict over a block. */
    public ConflictException(BlockKey key) {
        super(key + " was changed by another", null, false, false);
    }
}

package dev.patchbay.verticles.ipam.store;

import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockKey;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * Keeps blocks. What it answers is durable. A failure other than {@link ConflictException} says nothing about what
 * happened: the write may have been done; who wants to know must read.
 */
public interface BlockStore {

    /** Reads one block; empty where it does not exist; fails where it cannot be understood. */
    Future<Optional<StoredBlock>> read(BlockKey key);

    /** Lists the blocks that the node prefers or has leases in. */
    Future<Listing> ofNode(String node);

    /** Lists the blocks of a domain. */
    Future<Listing> ofDomain(String domain);

    /** Lists all blocks. */
    Future<Listing> all();

    /**
     * Writes a block if it is still what it was.
     *
     * @param before what was read; empty: it must not exist
     * @return what was written; fails with {@link ConflictException} where somebody else was faster
     */
    Future<StoredBlock> write(Optional<StoredBlock> before, Block after);

    /** Deletes a block if it is still what it was; fails with {@link ConflictException} where it is not. */
    Future<Void> delete(StoredBlock block);
}

package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.store.BlockStore;
import dev.patchbay.verticles.ipam.store.ConflictException;
import dev.patchbay.verticles.ipam.store.Listing;
import dev.patchbay.verticles.ipam.store.StoredBlock;
import io.vertx.core.Future;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A store in memory that can fail before or after it has written, as one behind a network can. */
final class SimulatedStore implements BlockStore {

    enum Fault {
        NONE,
        BEFORE_WRITE,
        AFTER_WRITE,
        ALL
    }

    final Map<BlockKey, StoredBlock> blocks = new TreeMap<>();
    final Map<BlockKey, String> unreadable = new HashMap<>();
    Fault fault = Fault.NONE;
    int writes;
    private long version;

    @Override
    public Future<Optional<StoredBlock>> read(BlockKey key) {
        if (fault == Fault.ALL) {
            return down();
        }
        return unreadable.containsKey(key)
                ? Future.failedFuture(new IOException(unreadable.get(key)))
                : Future.succeededFuture(Optional.ofNullable(blocks.get(key)));
    }

    @Override
    public Future<Listing> ofNode(String node) {
        return list(block -> block.node().equals(Optional.of(node))
                || block.leases().stream().anyMatch(lease -> lease.node().equals(node)));
    }

    @Override
    public Future<Listing> ofDomain(String domain) {
        return list(block -> block.key().domain().equals(domain));
    }

    @Override
    public Future<Listing> all() {
        return list(block -> true);
    }

    private Future<Listing> list(Predicate<Block> wanted) {
        return fault == Fault.ALL
                ? down()
                : Future.succeededFuture(new Listing(
                        blocks.values().stream()
                                .filter(stored -> wanted.test(stored.block()))
                                .toList(),
                        unreadable));
    }

    @Override
    public Future<StoredBlock> write(Optional<StoredBlock> before, Block after) {
        if (fault == Fault.BEFORE_WRITE || fault == Fault.ALL) {
            return down();
        }
        var present = Optional.ofNullable(blocks.get(after.key())).map(StoredBlock::version);
        if (!present.equals(before.map(StoredBlock::version)) || unreadable.containsKey(after.key())) {
            return Future.failedFuture(new ConflictException(after.key()));
        }
        writes++;
        var stored = new StoredBlock(after, Long.toString(++version));
        blocks.put(after.key(), stored);
        return fault == Fault.AFTER_WRITE ? down() : Future.succeededFuture(stored);
    }

    @Override
    public Future<Void> delete(StoredBlock block) {
        return blocks.remove(block.block().key(), block)
                ? Future.succeededFuture()
                : Future.failedFuture(new ConflictException(block.block().key()));
    }

    private static <T> Future<T> down() {
        return Future.failedFuture(new IOException("the store is down"));
    }
}

package dev.patchbay.verticles.ipam.chores;

import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.Blocks;
import dev.patchbay.verticles.ipam.block.Lease;
import dev.patchbay.verticles.ipam.block.Release;
import dev.patchbay.verticles.ipam.engine.Gone;
import dev.patchbay.verticles.ipam.store.BlockStore;
import dev.patchbay.verticles.ipam.store.ConflictException;
import dev.patchbay.verticles.ipam.store.StoredBlock;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees what owners hold that are provably gone, whichever node they were on: a node that is lost for ever sends no DEL.
 * It works from what the store says now; a block that changes meanwhile is left for the next time.
 */
final class Collector {

    private static final Logger LOG = LoggerFactory.getLogger(Collector.class);

    /** Younger leases are none of our business: their pods may not be known everywhere yet. */
    private static final Duration MIN_AGE = Duration.ofSeconds(60);

    private final BlockStore store;
    private final Gone gone;
    private final Clock clock;

    Collector(BlockStore store, Gone gone, Clock clock) {
        this.store = store;
        this.gone = gone;
        this.clock = clock;
    }

    Future<Void> collect(Collection<StoredBlock> blocks) {
        var before = clock.instant().minus(MIN_AGE);
        var candidates = blocks.stream()
                .flatMap(stored -> stored.block().leases().stream())
                .filter(lease -> lease.since().isBefore(before))
                .toList();
        return gone.among(candidates).compose(dead -> {
            var leases = new HashSet<>(dead);
            var writes = blocks.stream()
                    .filter(stored -> stored.block().leases().stream().anyMatch(leases::contains))
                    .map(stored -> free(stored, leases))
                    .toList();
            return Future.join(writes).mapEmpty();
        });
    }

    private Future<?> free(StoredBlock stored, Set<Lease> dead) {
        var block = stored.block();
        var freed = block.leases().stream().filter(dead::contains).toList();
        for (var lease : freed) {
            block = released(block, lease);
        }
        return store.write(Optional.of(stored), block)
                .onSuccess(_ -> told(freed))
                .recover(e -> e instanceof ConflictException ? Future.succeededFuture() : Future.failedFuture(e));
    }

    private Block released(Block block, Lease lease) {
        return Blocks.release(block, new Release.BySequence(lease.address(), lease.sequence()), clock.instant())
                .block();
    }

    private static void told(List<Lease> freed) {
        freed.forEach(lease -> LOG.info(
                "{} is free again: {}, which had it on node {}, is gone",
                lease.address(),
                lease.owner().key(),
                lease.node()));
    }
}

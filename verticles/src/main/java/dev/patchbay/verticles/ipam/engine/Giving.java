package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.block.Blocks;
import dev.patchbay.verticles.ipam.block.Lease;
import dev.patchbay.verticles.ipam.block.Release;
import io.vertx.core.Promise;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Leases on their way back. Confined to the authority's thread.
 *
 * @param block where they are; empty: wherever this node has leases
 * @param given what has been given back so far
 */
record Giving(Release release, Optional<BlockKey> block, List<Lease> given, Promise<List<Lease>> done) {

    static Giving of(Release release) {
        return new Giving(release, Optional.empty(), new ArrayList<>(), Promise.promise());
    }

    static Giving of(BlockKey block, Lease lease) {
        return new Giving(
                new Release.BySequence(lease.address(), lease.sequence()),
                Optional.of(block),
                new ArrayList<>(),
                Promise.promise());
    }

    /** Gives back in the view; returns which leases of which blocks. */
    Step.Grant plan(View view, Instant now) {
        var leases = new ArrayList<Lease>();
        var blocks = new HashSet<BlockKey>();
        for (var present : blocks(view)) {
            var released = Blocks.release(present, release, now);
            if (!released.leases().isEmpty()) {
                view.change(released.block());
                leases.addAll(released.leases());
                blocks.add(present.key());
            }
        }
        return new Step.Grant(leases, Set.copyOf(blocks));
    }

    private List<Block> blocks(View view) {
        return block.map(key -> view.get(key).stream().toList()).orElseGet(() -> List.copyOf(view.present()));
    }
}

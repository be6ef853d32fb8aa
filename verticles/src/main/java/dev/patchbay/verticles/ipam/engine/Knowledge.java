package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.store.Listing;
import dev.patchbay.verticles.ipam.store.StoredBlock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The blocks as this node has seen them last: its own for ever, those of others while they are of use. All of it may be
 * old; a write finds that out.
 */
final class Knowledge {

    /** How many blocks of others are remembered. */
    private static final int OTHERS = 512;

    /** How long an answer may be given from memory. Nobody takes an address from a living owner within it. */
    private static final Duration TRUST = Duration.ofSeconds(10);

    private final String node;
    private final Map<BlockKey, Optional<StoredBlock>> seen = new HashMap<>();
    private final Map<BlockKey, Instant> seenAt = new HashMap<>();
    private final Map<BlockKey, String> unreadable = new HashMap<>();

    Knowledge(String node) {
        this.node = node;
    }

    View view() {
        var blocks = new HashMap<BlockKey, Optional<Block>>();
        seen.forEach((key, stored) -> blocks.put(key, stored.map(StoredBlock::block)));
        return new View(blocks, Map.copyOf(unreadable));
    }

    Optional<StoredBlock> get(BlockKey key) {
        return seen.getOrDefault(key, Optional.empty());
    }

    /** Returns whether the block was last seen too long ago to be trusted without a look. */
    boolean isOld(BlockKey key, Instant now) {
        return !seenAt.getOrDefault(key, Instant.EPOCH).plus(TRUST).isAfter(now);
    }

    void saw(BlockKey key, Optional<StoredBlock> stored, Instant now) {
        unreadable.remove(key);
        seen.put(key, stored);
        seenAt.put(key, now);
    }

    void sawUnreadable(BlockKey key, String why) {
        seen.remove(key);
        unreadable.put(key, why);
    }

    void saw(Listing listing, Instant now) {
        listing.blocks().forEach(stored -> saw(stored.block().key(), Optional.of(stored), now));
        listing.unreadable().forEach(this::sawUnreadable);
    }

    /** Takes a listing of a whole domain: what is not in it is absent. */
    void sawAll(String domain, Listing listing, Instant now) {
        seen.keySet().removeIf(key -> key.domain().equals(domain));
        unreadable.keySet().removeIf(key -> key.domain().equals(domain));
        saw(listing, now);
    }

    /** Forgets blocks that this node has nothing to do with, where they are many. */
    void tidy() {
        if (seen.size() > OTHERS) {
            seen.values().removeIf(stored -> stored.filter(this::isOurs).isEmpty());
            seenAt.keySet().retainAll(seen.keySet());
        }
    }

    private boolean isOurs(StoredBlock stored) {
        return stored.block().node().filter(node::equals).isPresent()
                || stored.block().leases().stream()
                        .anyMatch(lease -> lease.node().equals(node));
    }

    /** Returns the blocks that this node prefers or has leases in. */
    Set<StoredBlock> ours() {
        return seen.values().stream()
                .flatMap(Optional::stream)
                .filter(this::isOurs)
                .collect(Collectors.toUnmodifiableSet());
    }
}

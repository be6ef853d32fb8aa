package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a node knows of the blocks: some are present, some are known to be absent, of the others nothing is known. Changes
 * are made on top, and forgotten unless they are kept.
 */
final class View {

    private final Map<BlockKey, Optional<Block>> known;
    private final Map<BlockKey, String> unreadable;
    private final Map<BlockKey, Block> changed = new HashMap<>();

    View(Map<BlockKey, Optional<Block>> known, Map<BlockKey, String> unreadable) {
        this.known = known;
        this.unreadable = unreadable;
    }

    /** Returns a view on top of this one, for one request. */
    View onTop() {
        var all = new HashMap<>(known);
        changed.forEach((key, block) -> all.put(key, Optional.of(block)));
        return new View(all, unreadable);
    }

    /** Takes over what was changed in a view on top of this one. */
    void keep(View top) {
        changed.putAll(top.changed);
    }

    void change(Block block) {
        changed.put(block.key(), block);
    }

    Map<BlockKey, Block> changed() {
        return changed;
    }

    Optional<Block> get(BlockKey key) {
        return Optional.ofNullable(changed.get(key)).or(() -> known.getOrDefault(key, Optional.empty()));
    }

    /** Returns whether it is known that the block is present, absent, or cannot be understood. */
    boolean knows(BlockKey key) {
        return known.containsKey(key) || changed.containsKey(key) || unreadable.containsKey(key);
    }

    Optional<String> whyUnreadable(BlockKey key) {
        return Optional.ofNullable(unreadable.get(key));
    }

    /** Returns the blocks that are present and can be understood. */
    Collection<Block> present() {
        var blocks = new HashMap<>(changed);
        known.forEach((key, block) -> block.ifPresent(b -> blocks.putIfAbsent(key, b)));
        return blocks.values();
    }

    /** Returns the blocks that exist, as far as is known. */
    Set<BlockKey> existing() {
        var keys = new HashSet<>(unreadable.keySet());
        present().forEach(block -> keys.add(block.key()));
        return keys;
    }
}

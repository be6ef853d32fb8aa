package dev.patchbay.verticles.ipam.block;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.address.Span;
import dev.patchbay.verticles.ipam.address.SpanSet;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The order in which a node looks at the blocks of a window: from a place of its own, which comes from its name, upwards
 * and around. So nodes that look at the same time do not meet. The cost depends on the blocks that exist next to that
 * place, never on those that could exist.
 */
public final class BlockSearch {

    private final String domain;
    private final SpanSet candidates;

    /** @param window what must have a usable address in a block */
    public BlockSearch(String domain, Window window) {
        this.domain = domain;
        this.candidates = new SpanSet(
                window.usable().spans().stream().map(BlockSearch::wholeBlocks).toList());
    }

    private static Span wholeBlocks(Span span) {
        int prefixLength = BlockKey.prefixLength(span.family());
        return new Span(span.first().floor(prefixLength), span.last().ceiling(prefixLength));
    }

    /** Returns how many blocks have a usable address. */
    public BigInteger size() {
        return candidates.size().shiftRight(BlockKey.BITS);
    }

    /** Returns whether the block has a usable address. */
    public boolean contains(BlockKey key) {
        return key.domain().equals(domain) && candidates.contains(key.first());
    }

    /** Returns the first block of the node's order that does not exist; empty where all exist. */
    public Optional<BlockKey> next(String node, Set<BlockKey> existing) {
        if (candidates.isEmpty()) {
            return Optional.empty();
        }
        var start = start(node);
        var at = start;
        while (existing.contains(new BlockKey(domain, at))) {
            at = after(at);
            if (at.equals(start)) {
                return Optional.empty();
            }
        }
        return Optional.of(new BlockKey(domain, at));
    }

    /** Returns those of the blocks that have a usable address, in the node's order. */
    public List<BlockKey> order(String node, Collection<BlockKey> existing) {
        if (candidates.isEmpty()) {
            return List.of();
        }
        var start = start(node);
        return existing.stream()
                .filter(this::contains)
                .sorted(Comparator.<BlockKey, Boolean>comparing(
                                key -> key.first().compareTo(start) < 0)
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private Address after(Address block) {
        return block.ceiling(BlockKey.prefixLength(block.family()))
                .next()
                .flatMap(candidates::ceiling)
                .orElseGet(() -> candidates.spans().getFirst().first());
    }

    private Address start(String node) {
        return candidates.nth(hash(node).mod(size()).shiftLeft(BlockKey.BITS));
    }

    /** Wider than any pool, and the same in every process. */
    private static BigInteger hash(String node) {
        try {
            return new BigInteger(
                    1, MessageDigest.getInstance("SHA-256").digest(node.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

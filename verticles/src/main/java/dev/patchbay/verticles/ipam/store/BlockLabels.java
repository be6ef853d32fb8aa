package dev.patchbay.verticles.ipam.store;

import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.Lease;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The labels by which blocks are found. Names of nodes and domains may be longer than the 63 characters of a label's
 * value, so hashes of them stand there.
 */
final class BlockLabels {

    private static final String DOMAIN = "patchbay.dev/domain";
    private static final String NODE_PREFIX = "node.patchbay.dev/";
    private static final int HASH_CHARACTERS = 16;

    private BlockLabels() {}

    /** Returns the labels of a block: its domain, and every node that prefers it or has leases in it. */
    static Map<String, String> of(Block block) {
        var labels = new TreeMap<String, String>();
        labels.put(DOMAIN, hash(block.key().domain()));
        Stream.concat(block.node().stream(), block.leases().stream().map(Lease::node))
                .forEach(node -> labels.put(node(node), ""));
        return labels;
    }

    /** Returns the selector of a node's blocks. */
    static String node(String node) {
        return NODE_PREFIX + hash(node);
    }

    /** Returns the selector of a domain's blocks. */
    static String domain(String domain) {
        return DOMAIN + "=" + hash(domain);
    }

    private static String hash(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_CHARACTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

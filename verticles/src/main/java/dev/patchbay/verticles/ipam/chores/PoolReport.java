package dev.patchbay.verticles.ipam.chores;

import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.Blocks;
import dev.patchbay.verticles.ipam.block.Counts;
import dev.patchbay.verticles.ipam.block.Window;
import dev.patchbay.verticles.ipam.cni.Supply;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A pool's status. Numbers of addresses are texts, as an IPv6 range has more of them than a JSON number is good for. Pure.
 */
final class PoolReport {

    private PoolReport() {}

    /**
     * Returns the status of a pool.
     *
     * @param blocks  all blocks
     * @param present the status as it is, whose transition times stay where nothing turns
     */
    static ObjectNode of(String pool, Supply supply, Collection<Block> blocks, JsonNode present, Instant now) {
        var status = JsonNodeFactory.instance.objectNode();
        var capacity = BigInteger.ZERO;
        var total = Counts.NONE;
        var full = false;
        var ranges = JsonNodeFactory.instance.arrayNode();
        for (var slot : supply.slots()) {
            var size = BigInteger.ZERO;
            var counts = Counts.NONE;
            for (var window : slot.windows()) {
                size = size.add(window.size());
                counts = counts.plus(counts(slot, window, blocks, now));
            }
            ranges.add(range(slot, size, counts));
            full |= isUsedUp(size, counts);
            capacity = capacity.add(size);
            total = total.plus(counts);
        }
        put(status, capacity, total);
        status.set("ranges", ranges);
        status.set("nodes", nodes(pool, blocks));
        status.put("outside", outside(pool, supply, blocks));
        var message = full ? "no address is left in at least one of its ranges" : "";
        status.set(
                "conditions",
                conditions(
                        present,
                        now,
                        condition("Invalid", false, "Valid", ""),
                        condition("Exhausted", full, full ? "NoAddressLeft" : "AddressesLeft", message)));
        return status;
    }

    /** Returns the status of a pool that contradicts itself. */
    static ObjectNode invalid(String reason, JsonNode present, Instant now) {
        var status = JsonNodeFactory.instance.objectNode();
        status.set("conditions", conditions(present, now, condition("Invalid", true, "Contradictory", reason)));
        return status;
    }

    private static Counts counts(Supply.Slot slot, Window window, Collection<Block> blocks, Instant now) {
        return blocks.stream()
                .filter(block -> block.key().domain().equals(slot.domain()))
                .map(block -> Blocks.counts(block, window, now, slot.reuseDelay()))
                .reduce(Counts.NONE, Counts::plus);
    }

    private static boolean isUsedUp(BigInteger size, Counts counts) {
        return size.equals(BigInteger.valueOf(counts.used() + counts.resting()));
    }

    private static ObjectNode range(Supply.Slot slot, BigInteger size, Counts counts) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("range", slot.windows().getFirst().toString());
        put(json, size, counts);
        return json;
    }

    private static void put(ObjectNode json, BigInteger size, Counts counts) {
        var taken = BigInteger.valueOf(counts.used() + counts.resting());
        json.put("capacity", size.toString())
                .put("used", Long.toString(counts.used()))
                .put("resting", Long.toString(counts.resting()))
                .put("free", size.subtract(taken).toString());
    }

    private static ArrayNode nodes(String pool, Collection<Block> blocks) {
        var used = new TreeMap<String, Long>();
        blocks.stream()
                .flatMap(block -> block.leases().stream())
                .filter(lease -> lease.pool().equals(pool))
                .forEach(lease -> used.merge(lease.node(), 1L, Long::sum));
        var nodes = JsonNodeFactory.instance.arrayNode();
        used.forEach((node, count) -> nodes.add(
                JsonNodeFactory.instance.objectNode().put("name", node).put("used", count.toString())));
        return nodes;
    }

    /** What an edit of the pool left outside stays with its owners. */
    private static String outside(String pool, Supply supply, Collection<Block> blocks) {
        long count = 0;
        for (var slot : supply.slots()) {
            count += blocks.stream()
                    .filter(block -> block.key().domain().equals(slot.domain()))
                    .flatMap(block -> block.leases().stream())
                    .filter(lease -> lease.pool().equals(pool) && lease.slot() == slot.number())
                    .filter(lease -> slot.windows().stream()
                            .noneMatch(window -> window.usable().contains(lease.address())))
                    .count();
        }
        return Long.toString(count);
    }

    private static ObjectNode condition(String type, boolean holds, String reason, String message) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", type)
                .put("status", holds ? "True" : "False")
                .put("reason", reason)
                .put("message", message);
    }

    private static ArrayNode conditions(JsonNode present, Instant now, ObjectNode... next) {
        var conditions = JsonNodeFactory.instance.arrayNode();
        for (var condition : List.of(next)) {
            var since = since(present, condition)
                    .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
            conditions.add(condition.put("lastTransitionTime", since));
        }
        return conditions;
    }

    private static Optional<String> since(JsonNode present, ObjectNode condition) {
        for (var old : present.path("conditions")) {
            if (old.path("type").equals(condition.path("type"))
                    && old.path("status").equals(condition.path("status"))) {
                return old.path("lastTransitionTime").stringValueOpt();
            }
        }
        return Optional.empty();
    }
}

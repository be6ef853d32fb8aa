package dev.patchbay.verticles.ipam.kubernetes;

import dev.patchbay.verticles.config.Durations;
import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.cni.Supplies;
import dev.patchbay.verticles.ipam.cni.Supply;
import dev.patchbay.verticles.ipam.config.IpamConfig;
import dev.patchbay.verticles.ipam.config.IpamConfigException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An IPPool. A schema cannot see that two fields contradict each other, so they are checked here again.
 *
 * @param supply     what it gives: one address of each range
 * @param namespaces who may take from it; empty: everybody
 */
record Pool(String name, Supply supply, List<String> namespaces) {

    private static final Duration DEFAULT_DELAY = Duration.ofSeconds(60);
    private static final Set<String> KEYS = Set.of("ranges", "domain", "routes", "dns", "reuseDelay", "namespaces");

    /** What a field of a range is called in the inline form. */
    private static final Map<String, String> RANGE_KEYS = rangeKeys();

    private static Map<String, String> rangeKeys() {
        var keys = new LinkedHashMap<String, String>();
        keys.put("cidr", "range");
        keys.put("first", "range_start");
        keys.put("last", "range_end");
        keys.put("exclude", "exclude");
        keys.put("gateway", "gateway");
        return keys;
    }

    /**
     * Reads a pool.
     *
     * @throws PoolException naming the pool, the field and the rule
     */
    static Pool parse(String name, JsonNode spec) throws PoolException {
        requireKeys(name, "spec", spec, KEYS);
        var ipam = JsonNodeFactory.instance.objectNode().put("type", IpamConfig.TYPE);
        var ranges = ipam.putArray("ipRanges");
        for (var range : spec.path("ranges")) {
            requireKeys(name, "spec.ranges[%d]".formatted(ranges.size()), range, RANGE_KEYS.keySet());
            ranges.add(inline(range));
        }
        for (var key : List.of("routes", "dns")) {
            if (spec.has(key)) {
                ipam.set(key, spec.get(key));
            }
        }
        try {
            var network = JsonNodeFactory.instance.objectNode();
            network.set("ipam", ipam);
            var config = IpamConfig.parse(network);
            var supply = Supplies.ofRanges(config, name, domain(name, spec), delay(name, spec));
            return new Pool(name, supply, texts(spec.path("namespaces")));
        } catch (IpamConfigException | IllegalArgumentException e) {
            throw wrong(
                    name,
                    String.valueOf(e.getMessage())
                            .replace("ipam.ipRanges", "spec.ranges")
                            .replace("ipam.", "spec."));
        }
    }

    private static ObjectNode inline(JsonNode range) {
        var inline = JsonNodeFactory.instance.objectNode();
        RANGE_KEYS.forEach((key, inlineKey) -> {
            if (range.has(key)) {
                inline.set(inlineKey, range.get(key));
            }
        });
        return inline;
    }

    private static String domain(String name, JsonNode spec) throws PoolException {
        var domain = spec.path("domain").asString("");
        try {
            BlockKey.checkDomain(domain.isEmpty() ? BlockKey.DEFAULT_DOMAIN : domain);
        } catch (IllegalArgumentException e) {
            throw wrong(name, "spec.domain: " + e.getMessage());
        }
        return domain.isEmpty() ? BlockKey.DEFAULT_DOMAIN : domain;
    }

    private static Duration delay(String name, JsonNode spec) throws PoolException {
        var text = spec.path("reuseDelay").asString("");
        return text.isEmpty()
                ? DEFAULT_DELAY
                : Durations.parse(text)
                        .orElseThrow(
                                () -> wrong(name, "spec.reuseDelay \"%s\" is no duration such as 60s".formatted(text)));
    }

    private static void requireKeys(String name, String path, JsonNode object, Set<String> known) throws PoolException {
        for (var key : object.propertyNames()) {
            if (!known.contains(key)) {
                throw wrong(name, "%s.%s is not known".formatted(path, key));
            }
        }
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(item -> texts.add(item.asString("")));
        return texts;
    }

    private static PoolException wrong(String name, String what) {
        return new PoolException("IPPool \"%s\" is not valid: %s".formatted(name, what));
    }

    /** Checks that pods of a namespace may take from it. */
    void requireNamespace(Optional<String> namespace) throws PoolException {
        if (!namespaces.isEmpty() && namespace.filter(namespaces::contains).isEmpty()) {
            throw new PoolException("IPPool \"%s\" is not for namespace \"%s\", but for %s"
                    .formatted(name, namespace.orElse(""), String.join(", ", namespaces)));
        }
    }
}

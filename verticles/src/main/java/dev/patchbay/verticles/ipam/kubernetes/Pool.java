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
import java.util.regex.Pattern;
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

    Pool {
        namespaces = List.copyOf(namespaces);
    }

    private static final Duration DEFAULT_DELAY = Duration.ofSeconds(60);
    private static final Set<String> KEYS = Set.of("ranges", "domain", "routes", "dns", "reuseDelay", "namespaces");

    /** What a field of a range is called in the inline form, which has the same rules. */
    private static final Map<String, String> RANGE_KEYS = rangeKeys();

    private static final Pattern INLINE_KEY = Pattern.compile("(ipam\\.ipRanges\\[\\d+]\\.)(\\w+)");

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
        if (spec.hasNonNull("ranges") && !spec.path("ranges").isArray()) {
            throw wrong(name, "spec.ranges is no list");
        }
        var ipam = JsonNodeFactory.instance.objectNode().put("type", IpamConfig.TYPE);
        var ranges = ipam.putArray("ipRanges");
        for (var range : spec.path("ranges")) {
            var path = "spec.ranges[%d]".formatted(ranges.size());
            requireKeys(name, path, range, RANGE_KEYS.keySet());
            if (range.path("cidr").isString()
                    && range.path("cidr").stringValue().contains("-")) {
                throw wrong(name, path + ".cidr is no subnet; write one, and the ends of the range as first and last");
            }
            ranges.add(inline(range));
        }
        for (var key : List.of("routes", "dns")) {
            if (spec.has(key)) {
                ipam.set(key, spec.get(key));
            }
        }
        var supply = supply(name, ipam, domain(name, spec), delay(name, spec));
        for (int i = 0; i < supply.slots().size(); i++) {
            if (supply.slots().get(i).windows().stream()
                    .allMatch(window -> window.usable().isEmpty())) {
                throw wrong(name, "spec.ranges[%d] has no address to give".formatted(i));
            }
        }
        return new Pool(name, supply, namespaces(name, spec));
    }

    private static Supply supply(String name, ObjectNode ipam, String domain, Duration delay) throws PoolException {
        try {
            var network = JsonNodeFactory.instance.objectNode();
            network.set("ipam", ipam);
            return Supplies.ofRanges(IpamConfig.parse(network), name, domain, delay);
        } catch (IpamConfigException | IllegalArgumentException e) {
            throw wrong(name, inPoolWords(String.valueOf(e.getMessage())));
        }
    }

    /** An error is about what the user wrote, not about what it was made into. */
    private static String inPoolWords(String message) {
        return INLINE_KEY
                .matcher(message)
                .replaceAll(place -> place.group(1) + poolKey(place.group(2)))
                .replace("ipam.ipRanges", "spec.ranges")
                .replace("ipam.", "spec.");
    }

    private static String poolKey(String inlineKey) {
        return RANGE_KEYS.entrySet().stream()
                .filter(keys -> keys.getValue().equals(inlineKey))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(inlineKey);
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
        var domain = text(name, spec, "domain");
        try {
            BlockKey.checkDomain(domain.isEmpty() ? BlockKey.DEFAULT_DOMAIN : domain);
        } catch (IllegalArgumentException e) {
            throw wrong(name, "spec.domain: " + e.getMessage());
        }
        return domain.isEmpty() ? BlockKey.DEFAULT_DOMAIN : domain;
    }

    private static Duration delay(String name, JsonNode spec) throws PoolException {
        var text = text(name, spec, "reuseDelay");
        return text.isEmpty()
                ? DEFAULT_DELAY
                : Durations.parse(text)
                        .orElseThrow(
                                () -> wrong(name, "spec.reuseDelay \"%s\" is no duration such as 60s".formatted(text)));
    }

    private static String text(String name, JsonNode spec, String key) throws PoolException {
        if (spec.hasNonNull(key) && !spec.path(key).isString()) {
            throw wrong(name, "spec.%s is no text".formatted(key));
        }
        return spec.path(key).asString("");
    }

    private static void requireKeys(String name, String path, JsonNode object, Set<String> known) throws PoolException {
        for (var key : object.propertyNames()) {
            if (!known.contains(key)) {
                throw wrong(name, "%s.%s is not known".formatted(path, key));
            }
        }
    }

    /** A list that is not understood must not mean everybody. */
    private static List<String> namespaces(String name, JsonNode spec) throws PoolException {
        var namespaces = new ArrayList<String>();
        if (spec.hasNonNull("namespaces")) {
            if (!spec.path("namespaces").isArray()) {
                throw wrong(name, "spec.namespaces is no list");
            }
            for (var namespace : spec.path("namespaces")) {
                if (!namespace.isString() || namespace.stringValue().isEmpty()) {
                    throw wrong(name, "spec.namespaces[%d] is no name".formatted(namespaces.size()));
                }
                namespaces.add(namespace.stringValue());
            }
        }
        return namespaces;
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

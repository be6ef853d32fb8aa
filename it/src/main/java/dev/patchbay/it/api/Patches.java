package dev.patchbay.it.api;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON merge patch (RFC 7386) and the part of strategic merge patch that status writes use. */
final class Patches {

    /** Lists that merge by a key in a strategic merge patch of a pod. */
    private static final Map<String, String> MERGE_KEYS = Map.of("conditions", "type", "podIPs", "ip");

    private Patches() {}

    static ObjectNode merge(ObjectNode target, ObjectNode patch) {
        for (var field : patch.properties()) {
            var value = field.getValue();
            if (value.isNull()) {
                target.remove(field.getKey());
            } else if (value instanceof ObjectNode object) {
                target.set(field.getKey(), merge(objectAt(target, field.getKey()), object));
            } else {
                target.set(field.getKey(), value);
            }
        }
        return target;
    }

    static ObjectNode strategicMerge(ObjectNode target, ObjectNode patch) {
        for (var field : patch.properties()) {
            var value = field.getValue();
            if (value.isNull()) {
                target.remove(field.getKey());
            } else if (value instanceof ObjectNode object) {
                target.set(field.getKey(), strategicMerge(objectAt(target, field.getKey()), object));
            } else if (value instanceof ArrayNode list && MERGE_KEYS.containsKey(field.getKey())) {
                mergeList(target.withArray("/" + field.getKey()), list, MERGE_KEYS.get(field.getKey()));
            } else {
                target.set(field.getKey(), value);
            }
        }
        return target;
    }

    private static void mergeList(ArrayNode target, ArrayNode patch, String key) {
        for (JsonNode item : patch) {
            boolean merged = false;
            for (JsonNode present : target) {
                if (present.path(key).equals(item.path(key))) {
                    strategicMerge((ObjectNode) present, (ObjectNode) item);
                    merged = true;
                }
            }
            if (!merged) {
                target.add(item);
            }
        }
    }

    private static ObjectNode objectAt(ObjectNode target, String key) {
        return target.get(key) instanceof ObjectNode object ? object : target.objectNode();
    }
}

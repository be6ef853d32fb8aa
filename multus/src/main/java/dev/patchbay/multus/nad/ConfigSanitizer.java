package dev.patchbay.multus.nad;

import inet.ipaddr.IPAddressString;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes out of a plugin's configuration what its author may not say: it is the runtime's, or the pod's default route. */
final class ConfigSanitizer {

    /** Keys by which a runtime speaks to a plugin; written by a user they would be taken for the runtime's word. */
    private static final List<String> RUNTIME_KEYS = List.of("runtimeConfig", "prevResult");

    private static final String RUNTIME_KEY_PREFIX = "cni.dev/";

    private ConfigSanitizer() {}

    /** Removes the runtime's keys from a list's or a plugin's configuration. */
    static void dropRuntimeKeys(ObjectNode config) {
        config.remove(RUNTIME_KEYS);
        config.properties().removeIf(property -> property.getKey().startsWith(RUNTIME_KEY_PREFIX));
    }

    /**
     * Keeps the plugin from making a default route: {@code isDefaultGateway} becomes a mere {@code isGateway}, and
     * {@code routes} lose 0.0.0.0/0 and ::/0 wherever they stand (IPAM, its ranges, nested delegates).
     */
    static void dropDefaultRoutes(ObjectNode plugin) {
        if (plugin.path("isDefaultGateway").asBoolean(false)) {
            plugin.put("isDefaultGateway", false);
            plugin.put("isGateway", true);
        }
        dropDefaultRoutesBelow(plugin);
    }

    private static void dropDefaultRoutesBelow(JsonNode node) {
        if (node.get("routes") instanceof ArrayNode routes) {
            dropDefaults(routes);
        }
        node.forEach(ConfigSanitizer::dropDefaultRoutesBelow);
    }

    private static void dropDefaults(ArrayNode routes) {
        for (var i = routes.size() - 1; i >= 0; i--) {
            if (isDefault(routes.get(i).path("dst").asString(""))) {
                routes.remove(i);
            }
        }
    }

    private static boolean isDefault(String destination) {
        var block = new IPAddressString(destination).getAddress();
        return block != null && Integer.valueOf(0).equals(block.getNetworkPrefixLength());
    }
}

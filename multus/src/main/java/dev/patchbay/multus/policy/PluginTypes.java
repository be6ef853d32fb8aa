package dev.patchbay.multus.policy;

import dev.patchbay.multus.cni.NetworkConfigList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The plugins that a network runs: those of the list, their IPAM plugins, and those that meta plugins delegate to. */
final class PluginTypes {

    private static final List<String> NESTED = List.of("ipam", "delegate");
    private static final List<String> NESTED_LISTS = List.of("delegates", "plugins");

    private PluginTypes() {}

    static Set<String> of(NetworkConfigList config) {
        var types = new LinkedHashSet<String>();
        config.plugins().forEach(plugin -> collect(plugin, types));
        return types;
    }

    /** Returns whether a plugin that looks for this type in its own way may leave the plugins' directory. */
    static boolean isPath(String type) {
        return type.contains("/") || type.contains("\\") || type.contains("..") || type.indexOf('\0') >= 0;
    }

    private static void collect(JsonNode plugin, Set<String> types) {
        if (!plugin.isObject()) {
            return;
        }
        if (plugin.path("type").isString()) {
            types.add(plugin.path("type").stringValue());
        }
        NESTED.forEach(key -> collect(plugin.path(key), types));
        NESTED_LISTS.forEach(key -> plugin.path(key).forEach(nested -> collect(nested, types)));
    }
}

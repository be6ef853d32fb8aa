package dev.patchbay.multus.cni;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads network configurations (CNI specification, section 1): lists, and single configurations as lists of one. */
public final class NetworkConfigs {

    /**
     * The version taken where a configuration names none. The specification's 0.1.0 knows neither links nor L2-only
     * networks and fails after the link is made; every plugin in use speaks 0.3.1.
     */
    public static final String VERSION_WHERE_NONE_IS_GIVEN = "0.3.1";

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]*");

    /** Keys of nested configurations that name another plugin binary. */
    private static final List<String> NESTED = List.of("ipam", "delegate", "cni");

    private NetworkConfigs() {}

    /**
     * Reads a configuration.
     *
     * @param json        a conf (it has {@code type}) or a conflist (it has {@code plugins})
     * @param defaultName the network's name where the configuration has none
     * @throws CniException of kind CONFIGURATION that says what is wrong and where
     */
    public static NetworkConfigList parse(String json, String defaultName) throws CniException {
        return fromTree(tree(json), defaultName, List.of());
    }

    /**
     * Finds the configuration of a network in a node's CNI directory.
     *
     * @throws CniException of kind CONFIGURATION where no file there has that network name
     */
    public static NetworkConfigList load(Path confDir, String networkName) throws CniException {
        return new ConfigDirectory(confDir).find(networkName);
    }

    static ObjectNode tree(String json) throws CniException {
        try {
            if (Json.read(json) instanceof ObjectNode object) {
                return object;
            }
            throw wrong("the CNI configuration must be a JSON object");
        } catch (JacksonException e) {
            throw wrong("the CNI configuration is not valid JSON: %s".formatted(Json.describe(e)));
        }
    }

    /** Makes a list of a configuration; {@code appended} plugins come after its own. */
    static NetworkConfigList fromTree(ObjectNode tree, String defaultName, List<ObjectNode> appended)
            throws CniException {
        var name = Json.text(tree, "name").orElse(defaultName);
        checkName(name);
        var version = version(tree);
        var plugins = new ArrayList<ObjectNode>();
        plugins.addAll(isSingle(tree) ? List.of(tree) : listed(tree));
        plugins.addAll(appended);
        if (plugins.isEmpty()) {
            throw wrong("the CNI configuration of network %s has no type and no plugins: it names nothing to run"
                    .formatted(name));
        }
        for (int i = 0; i < plugins.size(); i++) {
            checkPlugin(plugins.get(i), "plugins[%d]".formatted(i));
        }
        return list(name, version, flag(tree, "disableCheck"), flag(tree, "disableGC"), plugins);
    }

    /** Returns whether a configuration is for one plugin: whatever else it has, it names its type. */
    static boolean isSingle(ObjectNode tree) {
        return Json.text(tree, "type").isPresent();
    }

    /** Makes a list and its JSON from parts that are known to be right. */
    static NetworkConfigList list(
            String name, String version, boolean disableCheck, boolean disableGc, List<ObjectNode> plugins) {
        var json = Json.MAPPER.createObjectNode().put("cniVersion", version).put("name", name);
        if (disableCheck) {
            json.put("disableCheck", true);
        }
        if (disableGc) {
            json.put("disableGC", true);
        }
        json.putArray("plugins").addAll(plugins);
        return new NetworkConfigList(name, version, disableCheck, disableGc, plugins, json);
    }

    static boolean flag(ObjectNode tree, String key) throws CniException {
        var value = tree.path(key);
        if (value.isMissingNode() || value.isNull()) {
            return false;
        }
        return switch (value.asString("").toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong("%s must be true or false, not %s".formatted(key, value));
        };
    }

    private static List<ObjectNode> listed(ObjectNode tree) throws CniException {
        if (!tree.has("plugins")) {
            return List.of();
        }
        if (!(tree.get("plugins") instanceof ArrayNode items)) {
            throw wrong("plugins must be a list");
        }
        var plugins = new ArrayList<ObjectNode>();
        for (JsonNode item : items) {
            if (!(item instanceof ObjectNode plugin)) {
                throw wrong("plugins[%d] must be an object".formatted(plugins.size()));
            }
            plugins.add(plugin);
        }
        if (plugins.isEmpty()) {
            throw wrong("plugins is empty: the list needs at least one plugin");
        }
        return plugins;
    }

    private static void checkName(String name) throws CniException {
        if (!NAME.matcher(name).matches()) {
            throw wrong(("the network name \"%s\" is not allowed: it starts with a letter or digit and has only"
                            + " letters, digits, '_', '.' and '-'")
                    .formatted(PluginWords.clean(name)));
        }
    }

    private static void checkPlugin(ObjectNode plugin, String place) throws CniException {
        if (Json.text(plugin, "type").isEmpty()) {
            throw wrong("%s has no type: it names the plugin to run".formatted(place));
        }
        checkTypes(plugin, place);
    }

    /** Refuses names that would lead out of the plugin directories, in the plugin and what it may delegate to. */
    private static void checkTypes(ObjectNode config, String place) throws CniException {
        var type = config.path("type").asString("");
        if (type.contains("/") || type.contains("\\") || type.contains("..") || type.indexOf('\0') >= 0) {
            throw wrong("%s.type \"%s\" is no plugin name: it must not contain a path"
                    .formatted(place, PluginWords.clean(type)));
        }
        for (var key : NESTED) {
            if (config.get(key) instanceof ObjectNode nested) {
                checkTypes(nested, place + "." + key);
            }
        }
    }

    /** Returns the highest version among {@code cniVersion} and {@code cniVersions} that this runtime speaks. */
    private static String version(ObjectNode tree) throws CniException {
        var single = Json.text(tree, "cniVersion");
        try {
            single.ifPresent(CniVersion::parse);
            if (!tree.has("cniVersions")) {
                return single.orElse(VERSION_WHERE_NONE_IS_GIVEN);
            }
            var candidates = new ArrayList<>(Json.texts(tree.get("cniVersions")));
            single.ifPresent(candidates::add);
            Optional<CniVersion> best = candidates.stream()
                    .map(CniVersion::parse)
                    .filter(CniVersion.NEWEST::atLeast)
                    .max(CniVersion::compareTo);
            return best.orElseThrow(
                            () -> new IllegalArgumentException("none of %s is known here; the newest known is %s"
                                    .formatted(candidates, CniVersion.NEWEST)))
                    .toString();
        } catch (IllegalArgumentException e) {
            throw wrong("cniVersion: %s".formatted(e.getMessage()));
        }
    }

    static CniException wrong(String message) {
        return new CniException(CniException.Kind.CONFIGURATION, 0, message, Optional.empty());
    }
}

package dev.patchbay.multus.cni;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What one plugin of a list gets on stdin and in its environment (CNI specification, sections 2 and 3). Pure functions. */
final class PluginRequest {

    /** Keys that only a runtime may set; an author's are dropped, as they would reach code that runs as root. */
    private static final List<String> RUNTIME_KEYS = List.of("prevResult", "runtimeConfig");

    private static final String RUNTIME_PREFIX = "cni.dev/";

    private PluginRequest() {}

    /** Returns the configuration for {@code plugin}, with the previous result in the list's version. */
    static ObjectNode config(
            NetworkConfigList list,
            ObjectNode plugin,
            Optional<CniResult> prevResult,
            Map<String, JsonNode> capabilityArgs) {
        var config = base(list, plugin);
        var runtimeConfig = Json.MAPPER.createObjectNode();
        for (var capability : plugin.path("capabilities").properties()) {
            if (capability.getValue().asBoolean(false) && capabilityArgs.containsKey(capability.getKey())) {
                runtimeConfig.set(capability.getKey(), capabilityArgs.get(capability.getKey()));
            }
        }
        if (!runtimeConfig.isEmpty()) {
            config.set("runtimeConfig", runtimeConfig);
        }
        prevResult.ifPresent(result -> config.set("prevResult", ResultCodec.toJson(result, list.cniVersion())));
        return config;
    }

    /** Returns the configuration for GC; both names of the key are in use. */
    static ObjectNode gcConfig(NetworkConfigList list, ObjectNode plugin, List<ValidAttachment> valid) {
        var config = base(list, plugin);
        for (var key : List.of("cni.dev/valid-attachments", "cni.dev/attachments")) {
            var attachments = config.putArray(key);
            valid.forEach(a ->
                    attachments.addObject().put("containerID", a.containerId()).put("ifname", a.interfaceName()));
        }
        return config;
    }

    static ObjectNode base(NetworkConfigList list, ObjectNode plugin) {
        var config = plugin.deepCopy();
        config.remove(RUNTIME_KEYS);
        new ArrayList<>(config.properties())
                .stream()
                        .map(Map.Entry::getKey)
                        .filter(key -> key.startsWith(RUNTIME_PREFIX))
                        .toList()
                        .forEach(config::remove);
        return config.put("name", list.name()).put("cniVersion", list.cniVersion());
    }

    /** Returns the CNI_ variables of a call. */
    static Map<String, String> environment(String command, CniCall call) {
        var environment = new LinkedHashMap<String, String>();
        environment.put("CNI_COMMAND", command);
        environment.put("CNI_CONTAINERID", call.containerId());
        environment.put("CNI_NETNS", call.netns());
        environment.put("CNI_IFNAME", call.interfaceName());
        environment.put(
                "CNI_ARGS",
                call.args().stream().map(arg -> arg.key() + "=" + arg.value()).collect(Collectors.joining(";")));
        return environment;
    }
}

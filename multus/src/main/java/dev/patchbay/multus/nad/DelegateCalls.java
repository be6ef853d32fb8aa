package dev.patchbay.multus.nad;

import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.cni.CniCall.Arg;
import dev.patchbay.multus.cni.CniException;
import dev.patchbay.multus.cni.CniException.Kind;
import dev.patchbay.multus.cni.NetworkConfigList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes the parameters of a CNI call from a NAD and a selection element, as Multus does. */
public final class DelegateCalls {

    /** CNI error code "invalid network config". */
    private static final int INVALID_CONFIG = 7;

    /** CNI error code "invalid necessary environment variables". */
    private static final int INVALID_ENVIRONMENT = 4;

    private DelegateCalls() {}

    /**
     * Returns the parameters of ADD. The configuration in them is what is cached and given back at DEL: free of keys
     * that are the runtime's, with the element's {@code cni-args} and device, and without default routes unless the
     * element asks for {@code default-route}.
     *
     * @throws CniException of kind {@code CONFIGURATION} where the NAD or the element cannot be used so
     */
    public static CniCall build(DelegateInput input) throws CniException {
        return new CniCall(
                configuration(input),
                input.sandboxId(),
                input.netns(),
                input.interfaceName(),
                args(input),
                CapabilityArgs.of(input.request(), input.deviceInfoFile()));
    }

    /** Returns a sentence for each thing asked for that no plugin of the list can take: it will have no effect. */
    public static List<String> unsupported(NetworkConfigList config, AttachmentRequest request) {
        return UnsupportedWishes.of(config, request);
    }

    private static NetworkConfigList configuration(DelegateInput input) throws CniException {
        var config = input.config();
        var plugins = new ArrayList<ObjectNode>();
        for (var original : config.plugins()) {
            plugins.add(plugin(original.deepCopy(), plugins.size(), input));
        }
        var json = config.json().has("plugins") ? config.json().deepCopy() : JsonNodeFactory.instance.objectNode();
        ConfigSanitizer.dropRuntimeKeys(json);
        json.put("cniVersion", config.cniVersion());
        json.put("name", config.name());
        json.putArray("plugins").addAll(plugins);
        return new NetworkConfigList(
                config.name(), config.cniVersion(), config.disableCheck(), config.disableGc(), plugins, json);
    }

    private static ObjectNode plugin(ObjectNode plugin, int index, DelegateInput input) throws CniException {
        ConfigSanitizer.dropRuntimeKeys(plugin);
        if (input.request().defaultRoute().isEmpty()) {
            ConfigSanitizer.dropDefaultRoutes(plugin);
        }
        var where = "NAD " + input.nad().name() + ", plugin " + (index + 1) + " ("
                + plugin.path("type").asString("") + "): ";
        putArgs(plugin, input.request().cniArgs(), where);
        // Plugins from before the capability read the device here.
        input.request()
                .deviceId()
                .ifPresent(device -> plugin.put("deviceID", device).put("pciBusID", device));
        return plugin;
    }

    /** Leaves nothing but {@code args.cni} of {@code args}, and puts the element's values into it, which win. */
    private static void putArgs(ObjectNode plugin, Map<String, JsonNode> cniArgs, String where) throws CniException {
        var cni = object(object(plugin, "args", where), "cni", where + "args.");
        plugin.remove("args");
        cni.setAll(cniArgs);
        if (!cni.isEmpty()) {
            plugin.putObject("args").set("cni", cni);
        }
    }

    private static ObjectNode object(ObjectNode parent, String key, String where) throws CniException {
        var value = parent.path(key);
        if (value instanceof ObjectNode object) {
            return object;
        }
        if (value.isMissingNode() || value.isNull()) {
            return JsonNodeFactory.instance.objectNode();
        }
        throw invalid(INVALID_CONFIG, where + key + " must be an object, but is " + value);
    }

    private static List<Arg> args(DelegateInput input) throws CniException {
        var pod = input.pod();
        var args = new ArrayList<Arg>();
        args.add(new Arg("IgnoreUnknown", "true"));
        args.add(new Arg("K8S_POD_NAMESPACE", pod.namespace()));
        args.add(new Arg("K8S_POD_NAME", pod.name()));
        args.add(new Arg("K8S_POD_INFRA_CONTAINER_ID", input.sandboxId()));
        args.add(new Arg("K8S_POD_UID", pod.uid()));
        input.request().mac().ifPresent(mac -> args.add(new Arg("MAC", mac)));
        if (!input.request().ips().isEmpty()) {
            args.add(new Arg("IP", String.join(",", input.request().ips())));
        }
        for (var arg : args) {
            // CNI_ARGS knows no quoting: these would make up further arguments.
            if (arg.value().contains(";") || arg.value().contains("=")) {
                throw invalid(
                        INVALID_ENVIRONMENT,
                        arg.key() + " of CNI_ARGS may contain neither ';' nor '=', but is \"" + arg.value() + "\"");
            }
        }
        return args;
    }

    private static CniException invalid(int code, String message) {
        return new CniException(Kind.CONFIGURATION, code, message, Optional.empty());
    }
}

package dev.patchbay.multus.cni;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A CNI runtime equal to libcni (CNI specification, sections 2 to 4): runs the plugins of a list and hands each what the
 * specification says. Methods block; they may be called from several threads, but not at the same time for one sandbox.
 */
public final class CniRuntime {

    private final CniOptions options;
    private final Plugins plugins;

    /** Creates a runtime. */
    public CniRuntime(CniOptions options) {
        this.options = options;
        this.plugins = new Plugins(options);
    }

    /**
     * ADD: runs the plugins in order, each with the result of the one before it. After a failure the caller owes a DEL.
     *
     * @return the result of the last plugin
     */
    public CniResult add(CniCall call) throws CniException {
        Optional<CniResult> result = Optional.empty();
        int done = 0;
        for (var plugin : call.network().plugins()) {
            try {
                result = Optional.of(addOne(call, plugin, result));
                done++;
            } catch (CniException e) {
                throw e.after(done, result);
            }
        }
        return result.orElse(CniResult.EMPTY);
    }

    private CniResult addOne(CniCall call, ObjectNode plugin, Optional<CniResult> previous) throws CniException {
        var what = what("ADD", call);
        var config = requestConfig(call, plugin, previous, what);
        var output = run(plugin, PluginRequest.environment("ADD", call), config, options.addTimeout(), what);
        try {
            return ResultCodec.parse(Json.read(output), call.network().cniVersion());
        } catch (JacksonException e) {
            throw brokenResult(what, plugin, Json.describe(e), output);
        } catch (IllegalArgumentException e) {
            throw brokenResult(what, plugin, e.getMessage(), output);
        }
    }

    /**
     * DEL: runs the plugins in reverse order, each with the final result of ADD. Goes on after one that fails, so that no
     * more is left behind than must be; then fails with the words of all that failed.
     */
    public void del(CniCall call, Optional<CniResult> cached) throws CniException {
        var what = what("DEL", call);
        var previous = speaks(call.network(), CniVersion.WITH_CHECK) ? cached : Optional.<CniResult>empty();
        var failures = new ArrayList<CniException>();
        for (var plugin : call.network().plugins().reversed()) {
            try {
                var config = requestConfig(call, plugin, previous, what);
                run(plugin, PluginRequest.environment("DEL", call), config, options.delTimeout(), what);
            } catch (CniException e) {
                failures.add(e);
            }
        }
        throwAll(failures);
    }

    /**
     * CHECK: fails where the attachment is not as ADD left it. Does nothing where the list disables it.
     *
     * @param cached the result of ADD
     */
    public void check(CniCall call, CniResult cached) throws CniException {
        var what = what("CHECK", call);
        if (!speaks(call.network(), CniVersion.WITH_CHECK)) {
            throw NetworkConfigs.wrong("%s: version %s of the specification has no CHECK"
                    .formatted(what, call.network().cniVersion()));
        }
        if (call.network().disableCheck()) {
            return;
        }
        for (var plugin : call.network().plugins()) {
            var config = requestConfig(call, plugin, Optional.of(cached), what);
            run(plugin, PluginRequest.environment("CHECK", call), config, options.addTimeout(), what);
        }
    }

    /**
     * GC: tells every plugin which attachments of this node are valid; what it holds for others it frees. Does nothing
     * below version 1.1.0 or where the list disables it.
     */
    public void gc(NetworkConfigList network, List<ValidAttachment> valid) throws CniException {
        if (network.disableGc() || !speaks(network, CniVersion.WITH_GC)) {
            return;
        }
        var failures = new ArrayList<CniException>();
        for (var plugin : network.plugins()) {
            try {
                run(
                        plugin,
                        Map.of("CNI_COMMAND", "GC"),
                        PluginRequest.gcConfig(network, plugin, valid),
                        options.addTimeout(),
                        "GC of network " + network.name());
            } catch (CniException e) {
                failures.add(e);
            }
        }
        throwAll(failures);
    }

    /** STATUS: fails where a plugin is not able to serve an ADD. Succeeds without asking below version 1.1.0. */
    public void status(NetworkConfigList network) throws CniException {
        if (!speaks(network, CniVersion.WITH_GC)) {
            return;
        }
        for (var plugin : network.plugins()) {
            run(
                    plugin,
                    Map.of("CNI_COMMAND", "STATUS"),
                    PluginRequest.base(network, plugin),
                    options.addTimeout(),
                    "STATUS of network " + network.name());
        }
    }

    /** VERSION: returns the versions of the specification that a plugin speaks. */
    public List<String> supportedVersions(String pluginType) throws CniException {
        // Very old plugins want the variables of the other verbs too.
        var environment = new LinkedHashMap<>(Map.of(
                "CNI_COMMAND", "VERSION", "CNI_CONTAINERID", "dummy", "CNI_NETNS", "dummy", "CNI_IFNAME", "dummy"));
        var config = Json.MAPPER.createObjectNode().put("cniVersion", CniVersion.NEWEST.toString());
        try {
            var output = plugins.run(new Plugins.Run(pluginType, environment, config, options.addTimeout(), "VERSION"));
            var answer = Json.read(output);
            if (!answer.isObject()) {
                throw new CniException(
                        CniException.Kind.BROKEN_OUTPUT,
                        0,
                        "VERSION: plugin %s printed no JSON object".formatted(pluginType),
                        Optional.empty());
            }
            return versions(answer);
        } catch (JacksonException e) {
            throw new CniException(
                    CniException.Kind.BROKEN_OUTPUT,
                    0,
                    "VERSION: plugin %s printed no JSON: %s".formatted(pluginType, Json.describe(e)),
                    Optional.empty());
        } catch (CniException e) {
            if (e.getMessage().contains("unknown CNI_COMMAND: VERSION")) {
                return List.of("0.1.0");
            }
            throw e;
        }
    }

    private static List<String> versions(JsonNode answer) {
        var supported = Json.texts(answer.path("supportedVersions"));
        return supported.isEmpty() && answer.path("cniVersion").asString("").equals("0.2.0")
                ? List.of("0.1.0", "0.2.0")
                : List.copyOf(supported);
    }

    private static ObjectNode requestConfig(CniCall call, ObjectNode plugin, Optional<CniResult> previous, String what)
            throws CniException {
        try {
            return PluginRequest.config(call.network(), plugin, previous, call.capabilityArgs());
        } catch (IllegalArgumentException e) {
            throw NetworkConfigs.wrong("%s: the previous result does not fit version %s: %s"
                    .formatted(what, call.network().cniVersion(), e.getMessage()));
        }
    }

    private String run(
            ObjectNode plugin, Map<String, String> environment, ObjectNode config, Duration limit, String what)
            throws CniException {
        return plugins.run(new Plugins.Run(plugin.path("type").asString(""), environment, config, limit, what));
    }

    private static boolean speaks(NetworkConfigList network, CniVersion version) {
        return CniVersion.parse(network.cniVersion()).atLeast(version);
    }

    private static String what(String verb, CniCall call) {
        return "%s of %s to network %s"
                .formatted(verb, call.interfaceName(), call.network().name());
    }

    private static CniException brokenResult(String what, ObjectNode plugin, String reason, String output) {
        return new CniException(
                CniException.Kind.BROKEN_OUTPUT,
                0,
                "%s: plugin %s ended well but its output is no result: %s; it printed: %s"
                        .formatted(what, plugin.path("type").asString(""), reason, PluginWords.beginning(output)),
                Optional.empty());
    }

    private static void throwAll(List<CniException> failures) throws CniException {
        if (failures.size() == 1) {
            throw failures.getFirst();
        }
        if (!failures.isEmpty()) {
            throw new CniException(
                    failures.getFirst().kind(),
                    failures.getFirst().code(),
                    String.join(
                            "; ", failures.stream().map(Throwable::getMessage).toList()),
                    Optional.empty());
        }
    }
}

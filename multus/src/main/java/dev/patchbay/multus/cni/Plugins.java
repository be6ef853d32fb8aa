package dev.patchbay.multus.cni;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The plugin binaries of this node: finds one, runs it, and turns whatever happens into an answer or a clear error. */
final class Plugins {

    private final CniOptions options;
    private final PluginProcess process;

    Plugins(CniOptions options) {
        this.options = options;
        this.process = new PluginProcess(options.outputLimit());
    }

    /**
     * One run of a plugin.
     *
     * @param what for error messages: what is done, to which network
     */
    record Run(String type, Map<String, String> environment, ObjectNode config, Duration limit, String what) {}

    /** Runs a plugin; returns what it printed. */
    String run(Run run) throws CniException {
        var ending = end(run);
        var context = "%s: plugin %s".formatted(run.what(), run.type());
        if (ending.timedOut()) {
            throw error(
                    CniException.Kind.TIMEOUT,
                    "%s did not end within %s and was ended%s".formatted(context, describe(run.limit()), said(ending)));
        }
        if (ending.overflow()) {
            throw error(
                    CniException.Kind.BROKEN_OUTPUT,
                    "%s printed more than %d bytes and was ended; it began: %s"
                            .formatted(context, options.outputLimit(), PluginWords.beginning(ending.stdout())));
        }
        if (ending.exitCode() != 0) {
            throw PluginErrors.of(context, ending);
        }
        return ending.stdout();
    }

    private PluginProcess.Ending end(Run run) throws CniException {
        var binary = find(run.type(), run.what());
        var command = new ArrayList<>(options.execPrefix());
        command.add(binary.toString());
        var environment = new LinkedHashMap<>(run.environment());
        environment.put("PATH", options.path());
        environment.putAll(options.variables());
        environment.put("CNI_PATH", cniPath());
        try {
            return process.run(
                    command, environment, run.config().toString().getBytes(StandardCharsets.UTF_8), run.limit());
        } catch (IOException e) {
            throw error(
                    CniException.Kind.PLUGIN_MISSING,
                    "%s: plugin %s cannot be executed: %s".formatted(run.what(), run.type(), e.getMessage()));
        }
    }

    private Path find(String type, String what) throws CniException {
        return options.binDirs().stream()
                .map(dir -> dir.resolve(type))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> error(
                        CniException.Kind.PLUGIN_MISSING,
                        "%s: failed to find plugin \"%s\" in path [%s]".formatted(what, type, cniPath())));
    }

    private String cniPath() {
        return options.binDirs().stream().map(Path::toString).collect(Collectors.joining(":"));
    }

    private static String said(PluginProcess.Ending ending) {
        var words = PluginWords.end(ending.stderr());
        return words.isEmpty() ? "" : "; it said: " + words;
    }

    private static String describe(Duration limit) {
        return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }

    private static CniException error(CniException.Kind kind, String message) {
        return new CniException(kind, 0, message, Optional.empty());
    }
}

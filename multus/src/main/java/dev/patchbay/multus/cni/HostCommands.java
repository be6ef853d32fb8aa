package dev.patchbay.multus.cni;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Commands of the host that undo what plugins leave: run where the plugins run, by the same rules. */
public final class HostCommands {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final CniOptions options;
    private final PluginProcess process;

    /** Creates commands that run as plugins do with these options. */
    public HostCommands(CniOptions options) {
        this.options = options;
        this.process = new PluginProcess(options.outputLimit());
    }

    /**
     * Runs a command.
     *
     * @return whether it ended well
     * @throws IOException where it could not be started
     */
    public boolean run(List<String> command) throws IOException {
        var all = new ArrayList<>(options.execPrefix());
        all.addAll(command);
        var ending = process.run(all, Map.of("PATH", options.path()), new byte[0], LIMIT);
        return ending.exitCode() == 0 && !ending.timedOut();
    }
}

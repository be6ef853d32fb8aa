package dev.patchbay.it.bench;

import dev.patchbay.it.containerd.Containerd;
import dev.patchbay.it.host.Shell;
import java.util.Map;

/** The bridge plugin with host-local, run by hand: what is there at least. */
final class BarePlugin {

    private final String config;
    private final String netns;

    BarePlugin(String config, String netns) {
        this.config = config;
        this.netns = netns;
    }

    Figures add(int times) {
        var nanos = new long[times];
        for (int i = 0; i < times; i++) {
            long begin = System.nanoTime();
            run("ADD");
            nanos[i] = System.nanoTime() - begin;
            run("DEL");
        }
        return Figures.of(nanos);
    }

    private void run(String command) {
        var result = Shell.tryRun(
                Map.of(
                        "CNI_COMMAND",
                        command,
                        "CNI_CONTAINERID",
                        "byhand",
                        "CNI_NETNS",
                        netns,
                        "CNI_IFNAME",
                        "net9",
                        "CNI_PATH",
                        Containerd.PLUGINS.toString()),
                config,
                Containerd.PLUGINS.resolve("bridge").toString());
        if (result.exitCode() != 0) {
            throw new IllegalStateException(command + ": " + result.output());
        }
    }
}

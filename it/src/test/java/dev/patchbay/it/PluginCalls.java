package dev.patchbay.it;

import dev.patchbay.it.containerd.Containerd;
import dev.patchbay.it.node.TestPod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What the controller has a real plugin do, and in what order. The plugin itself runs as ever; a script before it notes
 * when a call begins and when it ends, so that two at once, or one too many, can be seen.
 */
final class PluginCalls {

    private final Path log;

    private PluginCalls(Path log) {
        this.log = log;
    }

    /** Notes the calls of {@code type} from now on; each of a network's steps is one call of its main plugin. */
    static PluginCalls of(NodeTest test, String type) {
        var log = test.node().dir().resolve(type + ".calls");
        test.plugin(type, """
                #!/bin/sh
                echo "$CNI_CONTAINERID begin $CNI_COMMAND $CNI_IFNAME" >> %1$s
                %2$s; code=$?
                echo "$CNI_CONTAINERID end $CNI_COMMAND $CNI_IFNAME" >> %1$s
                exit $code
                """.formatted(log, Containerd.PLUGINS.resolve(type)));
        return new PluginCalls(log);
    }

    /** Returns the calls for a pod's sandbox, e.g. "begin ADD net1". */
    List<String> in(TestPod pod) {
        var prefix = pod.sandboxId().orElseThrow() + " ";
        return lines().stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .toList();
    }

    private List<String> lines() {
        try {
            return Files.exists(log) ? Files.readAllLines(log) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

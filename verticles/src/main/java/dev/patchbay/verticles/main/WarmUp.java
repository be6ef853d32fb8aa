package dev.patchbay.verticles.main;

import dev.patchbay.annotations.plan.AttachmentDiff;
import dev.patchbay.annotations.plan.Observation;
import dev.patchbay.annotations.selection.NetworkSelections;
import dev.patchbay.annotations.selection.ParsedSelections;
import dev.patchbay.annotations.status.NetworkStatuses;
import dev.patchbay.cri.CriClient;
import dev.patchbay.multus.netns.NetworkNamespaces;
import dev.patchbay.multus.spawn.Child;
import dev.patchbay.multus.spawn.Output;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads what the first edit would have to load otherwise: the foreign function bindings alone take some hundred
 * milliseconds. Touches nothing; where it fails, the first edit is slower and tells why.
 */
final class WarmUp {

    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

    private static final Path OWN_NAMESPACE = Path.of("/proc/self/ns/net");
    private static final List<String> HARMLESS_PROGRAM = List.of("true");
    private static final Duration PROGRAM_LIMIT = Duration.ofSeconds(5);

    private WarmUp() {}

    static void run(NetworkNamespaces namespaces, CriClient cri) {
        // Its connection and its messages; a runtime that is away is waited for later.
        cri.listSandboxes().onFailure(e -> LOG.info("the container runtime does not answer yet: {}", e.getMessage()));
        try {
            namespaces.look(OWN_NAMESPACE);
            startProgram();
            if (NetworkSelections.parse(
                            "[{\"name\":\"a\",\"interface\":\"net1\",\"ips\":[\"10.0.0.1/24\"]}]", "default")
                    instanceof ParsedSelections.Valid valid) {
                AttachmentDiff.plan(valid.elements(), new Observation(List.of(), List.of(), Set.of("eth0"), Set.of()));
            }
            NetworkStatuses.write(List.of());
            NetworkStatuses.parse("[{\"name\":\"a\",\"interface\":\"eth0\",\"ips\":[\"10.0.0.1\"]}]");
        } catch (IOException e) {
            LOG.info("the warm-up was cut short: {}", e.getMessage());
        }
    }

    private static void startProgram() throws IOException {
        var nothing = Output.bounded(0);
        try (var program = Child.start(HARMLESS_PROGRAM, Map.of(), new byte[0], nothing, nothing)) {
            program.untilExit(PROGRAM_LIMIT);
        }
    }
}

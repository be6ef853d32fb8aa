package dev.patchbay.multus.policy;

import dev.patchbay.multus.cni.NetworkConfigList;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * State that plugins key by network and sandbox, not by interface: with the same network twice in a pod, removing one
 * attachment breaks the other (the chains of portmap and of masquerading, the shaping device of bandwidth).
 */
final class SharedState {

    private SharedState() {}

    /** Returns what in this list keeps such state when it is run with arguments for these capabilities. */
    static Set<String> of(NetworkConfigList config, Set<String> capabilityArgs) {
        return config.plugins().stream()
                .flatMap(plugin -> of(plugin, capabilityArgs).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Optional<String> of(ObjectNode plugin, Set<String> capabilityArgs) {
        var keepsState = switch (plugin.path("type").asString("")) {
            case "portmap" -> receives(plugin, "portMappings", capabilityArgs);
            case "bandwidth" ->
                receives(plugin, "bandwidth", capabilityArgs)
                        || plugin.path("ingressRate").asLong(0) > 0
                        || plugin.path("egressRate").asLong(0) > 0;
            case "bridge", "ptp" ->
                plugin.path("ipMasq").asBoolean(false)
                        // The nftables backend keys its rules by interface.
                        && !plugin.path("ipMasqBackend").asString("").equals("nftables");
            default -> false;
        };
        return Optional.of(plugin.path("type").asString("")).filter(type -> keepsState);
    }

    private static boolean receives(ObjectNode plugin, String capability, Set<String> capabilityArgs) {
        return capabilityArgs.contains(capability)
                && plugin.path("capabilities").path(capability).asBoolean(false);
    }
}

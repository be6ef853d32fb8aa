package dev.patchbay.verticles.agent;

import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.cri.SandboxDetails;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.node.JsonNodeFactory;

/** The entry of network-status for a pod's own network, from what the container runtime tells of it. */
final class DefaultNetworks {

    /** The runtime's interface tells no name of the network. */
    private static final String UNKNOWN_NAME = "";

    private DefaultNetworks() {}

    static Optional<NetworkStatus> from(SandboxDetails details) {
        return details.defaultNetwork()
                .map(network -> new NetworkStatus(
                        UNKNOWN_NAME,
                        Optional.of(network.interfaceName()),
                        network.ips(),
                        network.mac(),
                        OptionalInt.empty(),
                        true,
                        network.gateways(),
                        JsonNodeFactory.instance.objectNode(),
                        Optional.empty(),
                        Map.of()));
    }
}

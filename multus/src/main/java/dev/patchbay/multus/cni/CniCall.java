package dev.patchbay.multus.cni;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * The parameters of one attachment's ADD, CHECK or DEL (CNI specification, section 2). DEL gets exactly what ADD got.
 *
 * @param network        the configuration
 * @param containerId    the sandbox's ID, never a container's
 * @param netns          path of the sandbox's network namespace; empty text at DEL: "it is gone, free the rest"
 * @param interfaceName  CNI_IFNAME
 * @param args           CNI_ARGS, in order
 * @param capabilityArgs values for {@code runtimeConfig}, by capability
 */
public record CniCall(
        NetworkConfigList network,
        String containerId,
        String netns,
        String interfaceName,
        List<Arg> args,
        Map<String, JsonNode> capabilityArgs) {

    public CniCall {
        args = List.copyOf(args);
        capabilityArgs = Map.copyOf(capabilityArgs);
    }

    /** One pair of CNI_ARGS. */
    public record Arg(String key, String value) {}

    /** Returns the same call for a namespace that is gone. */
    public CniCall withoutNetns() {
        return new CniCall(network, containerId, "", interfaceName, args, capabilityArgs);
    }
}

package dev.patchbay.multus.cni;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * A CNI network configuration list (CNI specification, section 1). A single configuration becomes a list of one.
 *
 * @param name         network name, {@code ^[a-zA-Z0-9][a-zA-Z0-9_.-]*$}
 * @param cniVersion   the version that the runtime speaks with the plugins of this list
 * @param disableCheck CHECK succeeds without running anything
 * @param disableGc    GC does nothing
 * @param plugins      plugin configurations in order, unknown keys included; never modified
 * @param json         the whole list as JSON, as it is cached and given back at DEL
 */
public record NetworkConfigList(
        String name,
        String cniVersion,
        boolean disableCheck,
        boolean disableGc,
        List<ObjectNode> plugins,
        ObjectNode json) {

    public NetworkConfigList {
        plugins = List.copyOf(plugins);
    }
}

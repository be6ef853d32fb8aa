package dev.patchbay.multus.attach;

import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.cni.NetworkConfigList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Variants of a DEL for the cases where plugins, as they are, do less than the specification asks. Pure functions. */
final class TeardownCalls {

    /** Plugins of the reference set that, apart from addresses, leave nothing once their link is gone. */
    private static final Set<String> LINK_ONLY = Set.of("dummy", "host-device", "ipvlan", "macvlan", "vlan");

    private TeardownCalls() {}

    /**
     * Returns the DEL for a namespace that is gone. The {@code sbr} plugin is left out: its state lives in the namespace,
     * and without one it fails, or creates a plain file at the path.
     */
    static CniCall withoutNamespace(CniCall call) {
        var plugins = call.network().plugins().stream()
                .filter(plugin -> !type(plugin).equals("sbr"))
                .toList();
        return with(call, plugins).withoutNetns();
    }

    /** Returns whether the DEL of {@code plugin} without a namespace succeeds without giving its address back. */
    static boolean forgetsAddressWithoutNamespace(ObjectNode plugin) {
        return type(plugin).equals("host-device");
    }

    /** Returns whether nothing is left of what {@code plugin} made once its link is gone: it has no addresses either. */
    static boolean makesNothingButTheLink(ObjectNode plugin) {
        return LINK_ONLY.contains(type(plugin))
                && plugin.path("ipam").path("type").asString("").isEmpty();
    }

    /** Returns the call for one plugin of the list alone. */
    static CniCall only(CniCall call, ObjectNode plugin) {
        return with(call, List.of(plugin));
    }

    /** Returns the call in another version of the specification. */
    static CniCall inVersion(CniCall call, String version) {
        var list = call.network();
        return with(
                call,
                new NetworkConfigList(
                        list.name(), version, list.disableCheck(), list.disableGc(), list.plugins(), list.json()));
    }

    /** Returns the DEL of the IPAM plugin that {@code plugin} delegates to, called directly; empty where it has none. */
    static Optional<CniCall> addressesOnly(CniCall call, ObjectNode plugin) {
        var ipamType = plugin.path("ipam").path("type").asString("");
        if (ipamType.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(only(call, plugin.deepCopy().put("type", ipamType)));
    }

    private static CniCall with(CniCall call, List<ObjectNode> plugins) {
        var list = call.network();
        return with(
                call,
                new NetworkConfigList(
                        list.name(), list.cniVersion(), list.disableCheck(), list.disableGc(), plugins, list.json()));
    }

    private static CniCall with(CniCall call, NetworkConfigList network) {
        return new CniCall(
                network, call.containerId(), call.netns(), call.interfaceName(), call.args(), call.capabilityArgs());
    }

    private static String type(ObjectNode plugin) {
        return plugin.path("type").asString("");
    }
}

package dev.patchbay.multus.nad;

import static java.util.function.Predicate.not;

import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.multus.cni.NetworkConfigList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** What a request asks for and no plugin of a list can take. Multus lets that pass in silence. */
final class UnsupportedWishes {

    /** IPAM plugins that read {@code IP} from CNI_ARGS, which needs no capability. */
    private static final Set<String> IPAM_WITH_IP_ARG = Set.of("static", "host-local", "whereabouts", "patchbay");

    /** Plugins that read {@code MAC} from CNI_ARGS. */
    private static final Set<String> PLUGINS_WITH_MAC_ARG = Set.of("bridge", "macvlan", "tuning", "sriov", "ovs");

    private static final String IPAM_WITH_CLAIMS = "patchbay";

    private UnsupportedWishes() {}

    static List<String> of(NetworkConfigList config, AttachmentRequest request) {
        var capabilities = CapabilityArgs.of(request, Optional.empty()).keySet().stream()
                // Devices are handed over at the top level, too.
                .filter(not(CapabilityArgs.DEVICE_ID::equals))
                .filter(capability -> noneMatches(config, plugin -> declares(plugin, capability)))
                .filter(capability -> noneMatches(config, plugin -> readsFromArgs(plugin, capability)))
                .map(capability -> "The element asks for " + capability + ", but no plugin of network " + config.name()
                        + " declares the capability \"" + capability
                        + "\": it has no effect. Set capabilities." + capability + " in the NAD.");
        var claim = request.ipamClaimReference().stream()
                .filter(name -> noneMatches(config, plugin -> ipam(plugin).equals(IPAM_WITH_CLAIMS)))
                .map(name -> "The element refers to the IPAMClaim " + name + ", but the IPAM of network "
                        + config.name() + " knows no claims: it has no effect.");
        return Stream.concat(capabilities, claim).toList();
    }

    private static boolean noneMatches(NetworkConfigList config, Predicate<ObjectNode> predicate) {
        return config.plugins().stream().noneMatch(predicate);
    }

    private static boolean declares(ObjectNode plugin, String capability) {
        return plugin.path("capabilities").path(capability).asBoolean(false);
    }

    private static boolean readsFromArgs(ObjectNode plugin, String capability) {
        return switch (capability) {
            case CapabilityArgs.IPS -> IPAM_WITH_IP_ARG.contains(ipam(plugin));
            case CapabilityArgs.MAC ->
                PLUGINS_WITH_MAC_ARG.contains(plugin.path("type").asString(""));
            default -> false;
        };
    }

    private static String ipam(ObjectNode plugin) {
        return plugin.path("ipam").path("type").asString("");
    }
}

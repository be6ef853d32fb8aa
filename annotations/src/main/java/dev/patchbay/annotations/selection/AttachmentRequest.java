package dev.patchbay.annotations.selection;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What a selection element asks of its attachment, beyond the network and the interface name. Two requests that are
 * equal ask for the same thing: addresses and MACs are held in one canonical spelling, whatever the user wrote.
 * Requests are compared with requests, never with results, so a plugin that ignores a request cannot cause a loop.
 *
 * @param ips               addresses asked for, with or without a prefix length, canonical text
 * @param mac               hardware address, lower case with colons
 * @param infinibandGuid    InfiniBand GUID, lower case with colons
 * @param portMappings      host ports that lead to the pod
 * @param bandwidth         traffic shaping
 * @param deviceId          a PCI or other device
 * @param cniArgs           values merged into {@code args.cni} of each plugin's configuration
 * @param defaultRoute      present: this interface carries the pod's default route, by these gateways
 * @param ipamClaimReference an IPAMClaim in the pod's namespace
 */
public record AttachmentRequest(
        List<String> ips,
        Optional<String> mac,
        Optional<String> infinibandGuid,
        List<PortMapping> portMappings,
        Optional<Bandwidth> bandwidth,
        Optional<String> deviceId,
        Map<String, JsonNode> cniArgs,
        Optional<List<String>> defaultRoute,
        Optional<String> ipamClaimReference) {

    /** The request of an element that names a network and nothing else. */
    public static final AttachmentRequest NONE = new AttachmentRequest(
            List.of(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            Optional.empty());

    public AttachmentRequest {
        ips = List.copyOf(ips);
        portMappings = List.copyOf(portMappings);
        cniArgs = Map.copyOf(cniArgs);
        defaultRoute = defaultRoute.map(List::copyOf);
    }
}

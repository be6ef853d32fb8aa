package dev.patchbay.annotations.status;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/**
 * One entry of the network-status annotation: an interface that the pod has.
 *
 * @param name          {@code namespace/nad}, or the name of the CNI configuration for a network from a file; may be empty
 * @param interfaceName the interface inside the pod; empty where the plugin reported none
 * @param ips           addresses without prefix length
 * @param mac           hardware address as the plugin wrote it
 * @param mtu           the interface's MTU, where the plugin reported one
 * @param isDefault     whether this is the pod's default network
 * @param gateway       gateways of the default routes of the result
 * @param dns           DNS settings of the result, as JSON ({@code nameservers}, {@code domain}, {@code search}, {@code options})
 * @param deviceInfo    device information, as JSON (device-info specification)
 * @param unknown       fields that Patchbay does not know; they survive a rewrite
 */
public record NetworkStatus(
        String name,
        Optional<String> interfaceName,
        List<String> ips,
        Optional<String> mac,
        OptionalInt mtu,
        boolean isDefault,
        List<String> gateway,
        JsonNode dns,
        Optional<JsonNode> deviceInfo,
        Map<String, JsonNode> unknown) {

    public NetworkStatus {
        ips = List.copyOf(ips);
        gateway = List.copyOf(gateway);
        unknown = Collections.unmodifiableMap(new LinkedHashMap<>(unknown));
    }
}

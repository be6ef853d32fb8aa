package dev.patchbay.multus.cni;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/**
 * The result of an ADD in the newest form (CNI 1.1), whatever version the plugin spoke.
 *
 * @param interfaces links made or used, on the host and in the sandbox
 * @param ips        addresses
 * @param routes     routes
 * @param dns        DNS settings
 */
public record CniResult(List<Interface> interfaces, List<Ip> ips, List<Route> routes, Dns dns) {

    /** A result that says nothing. */
    public static final CniResult EMPTY =
            new CniResult(List.of(), List.of(), List.of(), new Dns(List.of(), Optional.empty(), List.of(), List.of()));

    public CniResult {
        interfaces = List.copyOf(interfaces);
        ips = List.copyOf(ips);
        routes = List.copyOf(routes);
    }

    /**
     * A link.
     *
     * @param sandbox path of the network namespace; empty for a link on the host
     */
    public record Interface(
            String name,
            Optional<String> mac,
            OptionalInt mtu,
            Optional<String> sandbox,
            Optional<String> socketPath,
            Optional<String> pciId) {}

    /**
     * An address.
     *
     * @param address        with prefix length
     * @param interfaceIndex index into {@link CniResult#interfaces()}; absent where the plugin gave none; may be out of range
     */
    public record Ip(String address, Optional<String> gateway, OptionalInt interfaceIndex) {}

    /**
     * A route.
     *
     * @param destination with prefix length
     * @param extras      {@code mtu}, {@code advmss}, {@code priority}, {@code table}, {@code scope} (CNI 1.1)
     */
    public record Route(String destination, Optional<String> gateway, Map<String, JsonNode> extras) {}

    /** DNS settings. */
    public record Dns(List<String> nameservers, Optional<String> domain, List<String> search, List<String> options) {}
}

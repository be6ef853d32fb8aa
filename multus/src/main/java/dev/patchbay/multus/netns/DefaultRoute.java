package dev.patchbay.multus.netns;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A default route of the main table in a network namespace.
 *
 * @param ipv6          the address family
 * @param interfaceName the link that it leaves by
 * @param gateway       the next hop; empty for a route by link alone
 * @param metric        the priority, where it is not the kernel's default
 */
public record DefaultRoute(boolean ipv6, String interfaceName, Optional<String> gateway, OptionalLong metric) {

    /** Returns the route for people, as in {@code IPv4 default route via 10.0.0.1 dev eth0}. */
    public String toText() {
        return (ipv6 ? "IPv6" : "IPv4") + " default route"
                + gateway.map(address -> " via " + address).orElse("")
                + " dev " + interfaceName
                + (metric.isPresent() ? " metric " + metric.getAsLong() : "");
    }
}

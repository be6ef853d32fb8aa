package dev.patchbay.multus.netns;

import java.util.List;
import java.util.Optional;

/**
 * A link in a network namespace.
 *
 * @param index     interface index
 * @param name      interface name
 * @param mac       hardware address, lower case with colons
 * @param mtu       bytes
 * @param up        whether it is administratively up
 * @param addresses with prefix length, link-local ones included
 */
public record Link(int index, String name, Optional<String> mac, int mtu, boolean up, List<String> addresses) {

    public Link {
        addresses = List.copyOf(addresses);
    }
}

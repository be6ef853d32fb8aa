package dev.patchbay.multus.netns;

import static dev.patchbay.multus.netns.NetlinkMessages.aligned;
import static dev.patchbay.multus.netns.NetlinkMessages.attributes;
import static dev.patchbay.multus.netns.NetlinkMessages.slice;

import dev.patchbay.multus.netns.NetlinkMessages.Message;
import inet.ipaddr.IPAddress;
import inet.ipaddr.ipv4.IPv4Address;
import inet.ipaddr.ipv6.IPv6Address;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is in a namespace, from the kernel's dumps of its links, addresses and routes (linux/rtnetlink.h). */
final class NamespaceDump {

    private static final short RTM_NEWLINK = 16;
    private static final short RTM_NEWADDR = 20;
    private static final short RTM_NEWROUTE = 24;

    private static final int IFLA_ADDRESS = 1;
    private static final int IFLA_IFNAME = 3;
    private static final int IFLA_MTU = 4;
    private static final int IFF_UP = 1;
    private static final int IFA_ADDRESS = 1;
    private static final int IFA_LOCAL = 2;
    private static final int RTA_OIF = 4;
    private static final int RTA_GATEWAY = 5;
    private static final int RTA_PRIORITY = 6;
    private static final int RTA_MULTIPATH = 9;
    private static final int RTA_TABLE = 15;
    private static final int RTA_VIA = 18;
    private static final int TYPE_UNICAST = 1;

    private NamespaceDump() {}

    private record Address(int index, String text) {}

    private record Hop(int index, Optional<String> gateway) {}

    /** Puts the three dumps of one namespace together. */
    static NamespaceView view(List<Message> links, List<Message> addresses, List<Message> routes) {
        var byIndex = addresses.stream()
                .filter(m -> m.type() == RTM_NEWADDR)
                .flatMap(m -> address(m.payload()).stream())
                .collect(Collectors.groupingBy(Address::index, Collectors.mapping(Address::text, Collectors.toList())));
        var all = links.stream()
                .filter(m -> m.type() == RTM_NEWLINK)
                .map(m -> link(m.payload(), byIndex))
                .toList();
        var names = all.stream().collect(Collectors.toMap(Link::index, Link::name));
        return new NamespaceView(
                all,
                routes.stream()
                        .filter(m -> m.type() == RTM_NEWROUTE)
                        .flatMap(m -> defaultRoutes(m.payload(), names))
                        .toList());
    }

    private static Link link(ByteBuffer payload, Map<Integer, List<String>> addresses) {
        var attributes = attributes(payload, 16);
        var index = payload.getInt(4);
        return new Link(
                index,
                Optional.ofNullable(attributes.get(IFLA_IFNAME))
                        .map(NamespaceDump::text)
                        .orElse(""),
                Optional.ofNullable(attributes.get(IFLA_ADDRESS))
                        .filter(ByteBuffer::hasRemaining)
                        .map(value -> HexFormat.ofDelimiter(":").formatHex(array(value))),
                attributes.containsKey(IFLA_MTU) ? attributes.get(IFLA_MTU).getInt(0) : 0,
                (payload.getInt(8) & IFF_UP) != 0,
                addresses.getOrDefault(index, List.of()));
    }

    private static Optional<Address> address(ByteBuffer payload) {
        var attributes = attributes(payload, 8);
        // With a peer, IFA_ADDRESS is the peer's and IFA_LOCAL our own; without one, IPv6 has IFA_ADDRESS alone.
        var value = Optional.ofNullable(attributes.get(IFA_LOCAL))
                .or(() -> Optional.ofNullable(attributes.get(IFA_ADDRESS)));
        var prefixLength = Byte.toUnsignedInt(payload.get(1));
        return value.map(v -> new Address(payload.getInt(4), ip(v) + "/" + prefixLength));
    }

    private static Stream<DefaultRoute> defaultRoutes(ByteBuffer payload, Map<Integer, String> names) {
        var attributes = attributes(payload, 12);
        var ipv6 = payload.get(0) == NetlinkRequests.AF_INET6;
        var table = attributes.containsKey(RTA_TABLE)
                ? attributes.get(RTA_TABLE).getInt(0)
                : Byte.toUnsignedInt(payload.get(4));
        var known = ipv6 || payload.get(0) == NetlinkRequests.AF_INET;
        var isDefault = payload.get(1) == 0 && payload.get(7) == TYPE_UNICAST;
        if (!known || !isDefault || table != NetlinkRequests.MAIN_TABLE) {
            return Stream.empty();
        }
        var metric = attributes.containsKey(RTA_PRIORITY)
                ? Integer.toUnsignedLong(attributes.get(RTA_PRIORITY).getInt(0))
                : 0;
        var usual = metric == (ipv6 ? NetlinkRequests.IPV6_METRIC : 0);
        return hops(attributes).stream()
                .filter(hop -> names.containsKey(hop.index()))
                .map(hop -> new DefaultRoute(
                        ipv6,
                        names.get(hop.index()),
                        hop.gateway(),
                        usual ? OptionalLong.empty() : OptionalLong.of(metric)));
    }

    private static List<Hop> hops(Map<Integer, ByteBuffer> attributes) {
        var several = attributes.get(RTA_MULTIPATH);
        if (several != null) {
            var hops = new ArrayList<Hop>();
            // struct rtnexthop: length, flags, weight, interface index, then attributes of its own.
            for (var at = 0; at + 8 <= several.limit(); ) {
                var length = Short.toUnsignedInt(several.getShort(at));
                if (length < 8 || at + length > several.limit()) {
                    throw new IllegalArgumentException("next hop of " + length + " bytes does not fit its route");
                }
                hops.add(new Hop(several.getInt(at + 4), gateway(attributes(slice(several, at, length), 8))));
                at += aligned(length);
            }
            return hops;
        }
        return attributes.containsKey(RTA_OIF)
                ? List.of(new Hop(attributes.get(RTA_OIF).getInt(0), gateway(attributes)))
                : List.of();
    }

    private static Optional<String> gateway(Map<Integer, ByteBuffer> attributes) {
        return Optional.ofNullable(attributes.get(RTA_GATEWAY))
                .or(() -> Optional.ofNullable(attributes.get(RTA_VIA)).map(via -> slice(via, 2, via.limit() - 2)))
                .map(NamespaceDump::ip);
    }

    private static String ip(ByteBuffer value) {
        var bytes = array(value);
        IPAddress address = bytes.length == IPv4Address.BYTE_COUNT ? new IPv4Address(bytes) : new IPv6Address(bytes);
        return address.toCanonicalString();
    }

    private static String text(ByteBuffer value) {
        var bytes = array(value);
        var length = bytes.length > 0 && bytes[bytes.length - 1] == 0 ? bytes.length - 1 : bytes.length;
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private static byte[] array(ByteBuffer value) {
        var bytes = new byte[value.limit()];
        value.get(0, bytes);
        return bytes;
    }
}

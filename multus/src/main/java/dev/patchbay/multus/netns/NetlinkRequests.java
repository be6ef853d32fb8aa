package dev.patchbay.multus.netns;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Netlink requests as bytes (linux/netlink.h, linux/rtnetlink.h, linux/if_link.h). */
final class NetlinkRequests {

    static final int AF_INET = 2;
    static final int AF_INET6 = 10;

    /** The main routing table, RT_TABLE_MAIN. */
    static final int MAIN_TABLE = 254;

    /** The metric that the kernel gives to an IPv6 route without one (IP6_RT_PRIO_USER); IPv4 has 0. */
    static final int IPV6_METRIC = 1024;

    private static final short RTM_DELLINK = 17;
    private static final short RTM_GETLINK = 18;
    private static final short RTM_GETADDR = 22;
    private static final short RTM_NEWROUTE = 24;
    private static final short RTM_DELROUTE = 25;
    private static final short RTM_GETROUTE = 26;

    private static final short NLM_F_REQUEST = 0x1;
    private static final short NLM_F_ACK = 0x4;
    private static final short NLM_F_DUMP = 0x300;
    private static final short NLM_F_CREATE = 0x400;

    private static final short IFLA_IFNAME = 3;
    private static final short IFLA_EXT_MASK = 29;
    private static final int SKIP_STATISTICS = 0x8;

    private static final short RTA_OIF = 4;
    private static final short RTA_GATEWAY = 5;
    private static final short RTA_PRIORITY = 6;
    private static final short RTA_VIA = 18;
    private static final byte PROTOCOL_STATIC = 4;
    private static final byte SCOPE_UNIVERSE = 0;
    private static final byte SCOPE_LINK = (byte) 253;
    private static final byte SCOPE_NOWHERE = (byte) 255;
    private static final byte TYPE_UNICAST = 1;

    private static final int MAX_BYTES = 256;

    private NetlinkRequests() {}

    static byte[] dumpLinks() {
        var request = linkRequest(RTM_GETLINK, NLM_F_DUMP);
        attribute(request, IFLA_EXT_MASK, Integer.BYTES).putInt(SKIP_STATISTICS);
        return finished(request);
    }

    static byte[] dumpAddresses() {
        return finished(header(RTM_GETADDR, NLM_F_DUMP).put(new byte[8]));
    }

    static byte[] dumpRoutes() {
        return finished(header(RTM_GETROUTE, NLM_F_DUMP).put(new byte[12]));
    }

    static byte[] deleteLink(String name) {
        var request = linkRequest(RTM_DELLINK, NLM_F_ACK);
        var bytes = name.getBytes(StandardCharsets.UTF_8);
        attribute(request, IFLA_IFNAME, bytes.length + 1).put(bytes).put((byte) 0);
        return finished(request);
    }

    /** Adds the route beside those that are there; the kernel answers EEXIST to an equal one. */
    static byte[] addDefaultRoute(DefaultRoute route, int interfaceIndex) {
        var scope = route.gateway().isEmpty() && !route.ipv6() ? SCOPE_LINK : SCOPE_UNIVERSE;
        var request = routeRequest(
                RTM_NEWROUTE, (short) (NLM_F_ACK | NLM_F_CREATE), route, PROTOCOL_STATIC, scope, TYPE_UNICAST);
        return finished(nextHop(request, route, interfaceIndex));
    }

    /** Removes the route whatever its protocol, scope and type. */
    static byte[] removeDefaultRoute(DefaultRoute route, int interfaceIndex) {
        var request = routeRequest(RTM_DELROUTE, NLM_F_ACK, route, (byte) 0, SCOPE_NOWHERE, (byte) 0);
        return finished(nextHop(request, route, interfaceIndex));
    }

    private static ByteBuffer linkRequest(short type, short flags) {
        return header(type, flags).put(new byte[16]);
    }

    private static ByteBuffer routeRequest(
            short type, short flags, DefaultRoute route, byte protocol, byte scope, byte kind) {
        var family = (byte) (route.ipv6() ? AF_INET6 : AF_INET);
        var zero = (byte) 0;
        return header(type, flags)
                .put(new byte[] {family, zero, zero, zero, (byte) MAIN_TABLE, protocol, scope, kind})
                .putInt(0);
    }

    private static ByteBuffer nextHop(ByteBuffer request, DefaultRoute route, int interfaceIndex) {
        attribute(request, RTA_OIF, Integer.BYTES).putInt(interfaceIndex);
        route.gateway().ifPresent(text -> gateway(request, route.ipv6(), text));
        var metric = route.metric().orElse(route.ipv6() ? IPV6_METRIC : 0);
        if (metric != 0) {
            attribute(request, RTA_PRIORITY, Integer.BYTES).putInt((int) metric);
        }
        return request;
    }

    private static void gateway(ByteBuffer request, boolean ipv6, String text) {
        IPAddress address = new IPAddressString(text).getAddress();
        if (address == null) {
            throw new IllegalArgumentException("gateway \"" + text + "\" of a default route is no IP address");
        }
        var bytes = address.getBytes();
        if (address.isIPv6() == ipv6) {
            attribute(request, RTA_GATEWAY, bytes.length).put(bytes);
        } else {
            // An IPv4 route by an IPv6 neighbour.
            attribute(request, RTA_VIA, Short.BYTES + bytes.length)
                    .putShort((short) (address.isIPv6() ? AF_INET6 : AF_INET))
                    .put(bytes);
        }
        align(request);
    }

    private static ByteBuffer header(short type, short flags) {
        return ByteBuffer.allocate(MAX_BYTES)
                .order(ByteOrder.nativeOrder())
                .putInt(0)
                .putShort(type)
                .putShort((short) (NLM_F_REQUEST | flags))
                .putInt(1)
                .putInt(0);
    }

    private static ByteBuffer attribute(ByteBuffer request, short type, int valueBytes) {
        return request.putShort((short) (4 + valueBytes)).putShort(type);
    }

    private static void align(ByteBuffer request) {
        request.position((request.position() + 3) & ~3);
    }

    private static byte[] finished(ByteBuffer request) {
        align(request);
        request.putInt(0, request.position()).flip();
        var bytes = new byte[request.remaining()];
        request.get(bytes);
        return bytes;
    }
}

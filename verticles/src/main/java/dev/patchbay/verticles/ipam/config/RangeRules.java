package dev.patchbay.verticles.ipam.config;

import dev.patchbay.verticles.ipam.config.Section.Place;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressSeqRange;
import inet.ipaddr.IPAddressString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What must hold within one range, in any form. */
final class RangeRules {

    /** Bounds the work for one call; more of them are better cut by prefixes. */
    private static final int MAX_EXCLUDES = 256;

    /** No interface can use these: this host, loopback, multicast and reserved ones. */
    private static final List<IPAddress> UNUSABLE = Stream.of(
                    "0.0.0.0/8", "127.0.0.0/8", "224.0.0.0/3", "::/8", "ff00::/8")
            .map(text -> new IPAddressString(text).getAddress().toPrefixBlock())
            .toList();

    private RangeRules() {}

    /** A range as it is written. */
    record Written(
            Place place,
            IPAddress subnet,
            Optional<Place> first,
            Optional<Place> last,
            List<Place> excludes,
            Optional<Place> gateway) {}

    /** A range, and where it stands. */
    record Placed(AddressRange range, String path) {}

    static Placed check(Written written) throws IpamConfigException {
        requireUsable(written);
        var first = within(written.first(), written.subnet());
        var last = within(written.last(), written.subnet());
        var bare = new AddressRange(written.subnet(), first, last, List.of(), Optional.empty());
        if (bare.highest().compareTo(bare.lowest()) < 0) {
            throw written.last()
                    .or(written::first)
                    .orElseThrow()
                    .error("makes the range end at %s, before its start at %s"
                            .formatted(bare.highest(), bare.lowest()));
        }
        var excludes = excludes(written, bare);
        var range = new AddressRange(written.subnet(), first, last, excludes, gateway(written));
        return new Placed(range, written.place().path());
    }

    private static void requireUsable(Written written) throws IpamConfigException {
        for (var unusable : UNUSABLE) {
            if (unusable.isIPv6() == written.subnet().isIPv6() && unusable.intersect(written.subnet()) != null) {
                throw written.place()
                        .error("has addresses that no interface can use, in " + unusable.toCanonicalString());
            }
        }
    }

    private static Optional<IPAddress> within(Optional<Place> place, IPAddress subnet) throws IpamConfigException {
        if (place.isEmpty()) {
            return Optional.empty();
        }
        var address = AddressTexts.address(place.get());
        if (!subnet.contains(address)) {
            throw place.get().error("is outside of the subnet " + subnet.toCanonicalString());
        }
        return Optional.of(address);
    }

    private static List<IPAddressSeqRange> excludes(Written written, AddressRange range) throws IpamConfigException {
        if (written.excludes().size() > MAX_EXCLUDES) {
            throw written.place().error("has more than " + MAX_EXCLUDES + " excludes; write fewer, larger ones");
        }
        var excludes = new ArrayList<IPAddressSeqRange>();
        for (var place : written.excludes()) {
            var exclude = AddressTexts.run(place);
            if (exclude.contains(range.lowest()) && exclude.contains(range.highest())) {
                throw place.error("leaves no address of the range " + range);
            }
            if (!range.subnet().toSequentialRange().contains(exclude)) {
                throw place.error("is not within the subnet " + range.subnet().toCanonicalString());
            }
            excludes.add(exclude);
        }
        return excludes;
    }

    private static Optional<IPAddress> gateway(Written written) throws IpamConfigException {
        if (written.gateway().isEmpty()) {
            return Optional.empty();
        }
        var place = written.gateway().get();
        var gateway = AddressTexts.address(place);
        if (!reaches(gateway, written.subnet())) {
            throw place.error("is neither in the subnet %s nor link-local"
                    .formatted(written.subnet().toCanonicalString()));
        }
        return Optional.of(gateway);
    }

    /** Returns whether hosts of a subnet find a gateway on their link: it is a neighbour, or has a link-local address. */
    static boolean reaches(IPAddress gateway, IPAddress subnet) {
        return subnet.contains(gateway) || (gateway.isLinkLocal() && gateway.isIPv6() == subnet.isIPv6());
    }
}

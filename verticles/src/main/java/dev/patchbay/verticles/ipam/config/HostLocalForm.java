package dev.patchbay.verticles.ipam.config;

import dev.patchbay.verticles.ipam.config.RangeRules.Placed;
import dev.patchbay.verticles.ipam.config.RangeRules.Written;
import dev.patchbay.verticles.ipam.config.Section.Place;
import inet.ipaddr.IPAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Ranges by host-local's keys: one address from {@code subnet} with its limits, then one from each list in
 * {@code ranges}, whose items are alternatives. As there, the first host of a subnet is its gateway where none is
 * named: plugins such as bridge put it on the host.
 *
 * @see <a href="https://www.cni.dev/plugins/current/ipam/host-local/">host-local</a>
 */
final class HostLocalForm {

    private static final Set<String> LIMITS = Set.of("rangeStart", "rangeEnd", "gateway");
    private static final Set<String> ENTRY_KEYS = Set.of("subnet", "rangeStart", "rangeEnd", "gateway");

    /** Bits of the smallest subnet that has a host beside the gateway. */
    private static final int HOST_BITS_WITH_GATEWAY = 2;

    private HostLocalForm() {}

    static List<Slot> slots(Section ipam) throws IpamConfigException {
        if (ipam.has("resolvConf")) {
            throw new IpamConfigException(
                    ipam.path("resolvConf"),
                    "is not supported: the node's files are not read; write what it holds as dns");
        }
        var slots = new ArrayList<List<Placed>>();
        if (ipam.has("subnet")) {
            slots.add(List.of(read(ipam)));
        } else {
            requireNoLimits(ipam);
        }
        for (var list : ipam.items("ranges")) {
            slots.add(alternatives(list));
        }
        return SlotRules.check(slots, ipam.path("ranges"));
    }

    private static void requireNoLimits(Section ipam) throws IpamConfigException {
        var limit = ipam.firstOf(LIMITS);
        if (limit.isPresent()) {
            throw new IpamConfigException(
                    ipam.path(limit.get()),
                    "belongs to ipam.subnet, which is missing; write it beside a subnet of ipam.ranges");
        }
    }

    private static List<Placed> alternatives(Section.Item list) throws IpamConfigException {
        var alternatives = new ArrayList<Placed>();
        for (var item : Section.items(list.value(), list.path())) {
            var entry = Section.of(item.value(), item.path());
            entry.refuseOthers(ENTRY_KEYS);
            alternatives.add(read(entry));
        }
        if (alternatives.isEmpty()) {
            throw new IpamConfigException(list.path(), "is empty; write at least one range into it, or remove it");
        }
        return alternatives;
    }

    private static Placed read(Section section) throws IpamConfigException {
        var place = section.text("subnet")
                .orElseThrow(() -> new IpamConfigException(section.path("subnet"), "is missing; write a subnet"));
        var subnet = AddressTexts.subnet(place);
        var gateway = section.text("gateway").or(() -> firstHost(subnet, section.path("gateway")));
        return RangeRules.check(
                new Written(place, subnet, section.text("rangeStart"), section.text("rangeEnd"), List.of(), gateway));
    }

    private static Optional<Place> firstHost(IPAddress subnet, String path) {
        return subnet.getBitCount() - subnet.getNetworkPrefixLength() < HOST_BITS_WITH_GATEWAY
                ? Optional.empty()
                : Optional.of(new Place(
                        subnet.getLower().withoutPrefixLength().increment(1).toCanonicalString(), path));
    }
}

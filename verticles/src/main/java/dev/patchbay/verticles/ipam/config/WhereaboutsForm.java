package dev.patchbay.verticles.ipam.config;

import dev.patchbay.verticles.ipam.config.RangeRules.Placed;
import dev.patchbay.verticles.ipam.config.RangeRules.Written;
import dev.patchbay.verticles.ipam.config.Section.Place;
import inet.ipaddr.IPAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Ranges by whereabouts' keys: {@code range} with its limits, then those of {@code ipRanges}, one address from each.
 * Where whereabouts drops what it cannot use, this refuses it. An entry of {@code ipRanges} may have a {@code gateway},
 * which whereabouts does not know; the one beside them is for the ranges that reach it.
 *
 * @see <a href="https://github.com/k8snetworkplumbingwg/whereabouts/blob/master/doc/extended-configuration.md">whereabouts</a>
 */
final class WhereaboutsForm {

    private static final Set<String> ENTRY_KEYS = Set.of("range", "range_start", "range_end", "exclude", "gateway");
    private static final Pattern FROM_TO = Pattern.compile("([^-/]+)-([^-/]+)(/[0-9]+)");

    private WhereaboutsForm() {}

    static List<Slot> slots(Section ipam) throws IpamConfigException {
        refuseOtherMeanings(ipam);
        var ranges = new ArrayList<Written>();
        if (ipam.has("range")) {
            ranges.add(read(ipam, Optional.empty()));
        } else {
            requireNoLimits(ipam);
        }
        for (var entry : ipam.sections("ipRanges")) {
            entry.refuseOthers(ENTRY_KEYS);
            ranges.add(read(entry, entry.text("gateway")));
        }
        var slots = new ArrayList<List<Placed>>();
        for (var range : withGateway(ranges, ipam.text("gateway"))) {
            slots.add(List.of(RangeRules.check(range)));
        }
        return SlotRules.check(slots, ipam.path("ipRanges"));
    }

    private static void refuseOtherMeanings(Section ipam) throws IpamConfigException {
        if (!ipam.items("addresses").isEmpty()) {
            throw new IpamConfigException(
                    ipam.path("addresses"),
                    "is not supported: nobody would know that these addresses are in use; a pod asks for addresses of a range by ips");
        }
        if (ipam.has("enable_overlapping_ranges") && !ipam.flag("enable_overlapping_ranges")) {
            throw new IpamConfigException(
                    ipam.path("enable_overlapping_ranges"),
                    "false is not supported: an address has one owner in the whole domain; where another network may have it too,"
                            + " give this one a network_name");
        }
    }

    private static void requireNoLimits(Section ipam) throws IpamConfigException {
        var limit = ipam.firstOf(Set.of("range_start", "range_end", "exclude"));
        if (limit.isPresent()) {
            throw new IpamConfigException(ipam.path(limit.get()), "belongs to ipam.range, which is missing");
        }
    }

    private static Written read(Section section, Optional<Place> gateway) throws IpamConfigException {
        var place = section.text("range")
                .orElseThrow(() -> new IpamConfigException(section.path("range"), "is missing; write a subnet"));
        var excludes = section.texts("exclude");
        var fromTo = FROM_TO.matcher(place.text());
        if (!fromTo.matches()) {
            var subnet = AddressTexts.maskedSubnet(place);
            return new Written(
                    place, subnet, section.text("range_start"), section.text("range_end"), excludes, gateway);
        }
        var limit = section.firstOf(Set.of("range_start", "range_end"));
        if (limit.isPresent()) {
            throw new IpamConfigException(
                    section.path(limit.get()),
                    "stands beside a range with both ends, " + place.text() + "; keep one of them");
        }
        var first = new Place(fromTo.group(1), place.path());
        var last = new Place(fromTo.group(2), place.path());
        var subnet = AddressTexts.maskedSubnet(new Place(fromTo.group(2) + fromTo.group(3), place.path()));
        return new Written(place, subnet, Optional.of(first), Optional.of(last), excludes, gateway);
    }

    /** Gives the common gateway to the ranges that reach it and have none of their own. */
    private static List<Written> withGateway(List<Written> ranges, Optional<Place> common) throws IpamConfigException {
        if (common.isEmpty()) {
            return ranges;
        }
        var gateway = AddressTexts.address(common.get());
        var result = new ArrayList<Written>();
        for (var range : ranges) {
            result.add(takes(range, gateway) ? withGateway(range, common.get()) : range);
        }
        if (ranges.stream().noneMatch(range -> takes(range, gateway))) {
            throw common.get().error("is in the subnet of no range that lacks a gateway, and not link-local");
        }
        return result;
    }

    private static boolean takes(Written range, IPAddress gateway) {
        return range.gateway().isEmpty() && RangeRules.reaches(gateway, range.subnet());
    }

    private static Written withGateway(Written range, Place gateway) {
        return new Written(
                range.place(), range.subnet(), range.first(), range.last(), range.excludes(), Optional.of(gateway));
    }
}

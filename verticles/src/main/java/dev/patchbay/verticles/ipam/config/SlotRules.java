package dev.patchbay.verticles.ipam.config;

import dev.patchbay.verticles.ipam.config.RangeRules.Placed;
import java.util.ArrayList;
import java.util.List;

/** What must hold between the ranges of a section, in any form. */
final class SlotRules {

    /** Every two of them are compared. */
    private static final int MAX_RANGES = 64;

    private SlotRules() {}

    /**
     * Makes slots of ranges.
     *
     * @param slots the alternatives of each
     * @param path  where they stand
     */
    static List<Slot> check(List<List<Placed>> slots, String path) throws IpamConfigException {
        var all = slots.stream().flatMap(List::stream).toList();
        if (all.isEmpty()) {
            throw new IpamConfigException(path, "has no range; write at least one");
        }
        if (all.size() > MAX_RANGES) {
            throw new IpamConfigException(path, "has more than " + MAX_RANGES + " ranges");
        }
        refuseOverlaps(all);
        var checked = new ArrayList<Slot>();
        for (var slot : slots) {
            requireOneFamily(slot);
            checked.add(new Slot(slot.stream().map(Placed::range).toList()));
        }
        return checked;
    }

    private static void refuseOverlaps(List<Placed> all) throws IpamConfigException {
        for (int i = 0; i < all.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (all.get(i).range().overlaps(all.get(j).range())) {
                    throw new IpamConfigException(
                            all.get(i).path(),
                            "the range %s overlaps %s of %s; an address is in one range only"
                                    .formatted(
                                            all.get(i).range(),
                                            all.get(j).range(),
                                            all.get(j).path()));
                }
            }
        }
    }

    private static void requireOneFamily(List<Placed> slot) throws IpamConfigException {
        var first = slot.getFirst();
        for (var other : slot) {
            if (other.range().subnet().isIPv6() != first.range().subnet().isIPv6()) {
                throw new IpamConfigException(
                        other.path(),
                        "the range %s is not of the family of %s, which it is an alternative to; give each family a list of its own"
                                .formatted(other.range(), first.range()));
            }
        }
    }
}

package dev.patchbay.verticles.ipam.cni;

import dev.patchbay.multus.cni.CniResult.Dns;
import dev.patchbay.multus.cni.CniResult.Route;
import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.block.Window;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a network's {@code ipam} section comes down to: one address for each slot, and what goes with them. */
public record Supply(List<Slot> slots, List<Route> routes, Dns dns) {

    public Supply {
        slots = List.copyOf(slots);
        routes = List.copyOf(routes);
    }

    /**
     * What one address is taken from.
     *
     * @param pool   the pool's name; of ranges that stand in the section itself, the first subnet
     * @param number which of the pool's slots it is
     * @param ranges of one family; the address comes from any of them
     */
    public record Slot(String pool, int number, String domain, Duration reuseDelay, List<Range> ranges) {

        public Slot {
            ranges = List.copyOf(ranges);
        }

        /** Returns what may be given. */
        public List<Window> windows() {
            return ranges.stream().map(Range::window).toList();
        }

        /** Returns the range that an address belongs to; of one that a pool's edit left outside, the first. */
        Range rangeOf(Address address) {
            return ranges.stream()
                    .filter(range -> range.window().subnet().span().contains(address))
                    .findFirst()
                    .orElse(ranges.getFirst());
        }
    }

    /** Addresses of one subnet, and the gateway that goes with them. */
    public record Range(Window window, Optional<Address> gateway) {}
}

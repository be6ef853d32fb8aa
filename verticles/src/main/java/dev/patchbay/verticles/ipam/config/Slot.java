package dev.patchbay.verticles.ipam.config;

import java.util.List;

/**
 * What one address is taken from.
 *
 * @param alternatives ranges of one family, at least one, without a common address; the address comes from any of them
 */
public record Slot(List<AddressRange> alternatives) {

    public Slot {
        alternatives = List.copyOf(alternatives);
    }

    /** Returns whether the addresses are IPv6. */
    public boolean isIpv6() {
        return alternatives.getFirst().subnet().isIPv6();
    }
}

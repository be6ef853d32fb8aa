package dev.patchbay.verticles.ipam.config;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressSeqRange;
import java.util.List;
import java.util.Optional;

/**
 * A run of addresses in one subnet. Which of them may not be given because of what they are (network, broadcast,
 * gateway) is not taken into account here.
 *
 * @param subnet   with its prefix length, without host bits
 * @param first    the first address to give, within the subnet; empty for the subnet's first
 * @param last     the last address to give, within the subnet, not before the first; empty for the subnet's last
 * @param excludes what is never given: parts of the subnet
 * @param gateway  for the result; within the subnet, or link-local
 */
public record AddressRange(
        IPAddress subnet,
        Optional<IPAddress> first,
        Optional<IPAddress> last,
        List<IPAddressSeqRange> excludes,
        Optional<IPAddress> gateway) {

    public AddressRange {
        excludes = List.copyOf(excludes);
    }

    /** Returns the prefix length of the addresses in a result. */
    public int prefixLength() {
        return subnet.getNetworkPrefixLength();
    }

    /** Returns the first address of the range, whatever it is. */
    IPAddress lowest() {
        return first.orElseGet(() -> subnet.getLower().withoutPrefixLength());
    }

    /** Returns the last address of the range, whatever it is. */
    IPAddress highest() {
        return last.orElseGet(() -> subnet.getUpper().withoutPrefixLength());
    }

    boolean overlaps(AddressRange other) {
        return subnet.isIPv6() == other.subnet.isIPv6()
                && lowest().compareTo(other.highest()) <= 0
                && other.lowest().compareTo(highest()) <= 0;
    }

    /** Returns {@code first-last/prefix length}, for people. */
    @Override
    public String toString() {
        return lowest() + "-" + highest() + "/" + prefixLength();
    }
}

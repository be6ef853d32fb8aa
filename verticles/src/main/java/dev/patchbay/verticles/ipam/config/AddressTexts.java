package dev.patchbay.verticles.ipam.config;

import dev.patchbay.verticles.ipam.config.Section.Place;
import inet.ipaddr.AddressStringException;
import inet.ipaddr.AddressStringParameters.RangeParameters;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressSeqRange;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import inet.ipaddr.IncompatibleAddressException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Addresses and subnets in the plain textual forms only: decimal dots or colons, no leading zeros in IPv4, no zones. */
final class AddressTexts {

    /** The library trims blanks, and knows notations that no CNI plugin does; none of their characters gets past this. */
    private static final Pattern PLAIN = Pattern.compile("[0-9A-Fa-f:.]{2,39}");

    private static final IPAddressStringParameters STRICT = new IPAddressStringParameters.Builder()
            .allowEmpty(false)
            .allowAll(false)
            .allowSingleSegment(false)
            .allowMask(false)
            .allowPrefixOnly(false)
            .allowWildcardedSeparator(false)
            .setRangeOptions(RangeParameters.NO_RANGE)
            .getIPv4AddressParametersBuilder()
            .allow_inet_aton(false)
            .allowLeadingZeros(false)
            .allowPrefixLengthLeadingZeros(false)
            .allowPrefixesBeyondAddressSize(false)
            .allowBinary(false)
            .getParentBuilder()
            .getIPv6AddressParametersBuilder()
            .allowZone(false)
            .allowMixed(false)
            .allowBase85(false)
            .allowBinary(false)
            .allowPrefixLengthLeadingZeros(false)
            .allowPrefixesBeyondAddressSize(false)
            .getParentBuilder()
            .toParams();

    /** The prefix length is read here: the library does not take /0 for one. */
    private static final Pattern SUBNET = Pattern.compile("(.*)/(0|[1-9][0-9]{0,2})");

    private AddressTexts() {}

    /** Reads an address without prefix length. */
    static IPAddress address(Place place) throws IpamConfigException {
        return parse(place.text()).orElseThrow(() -> place.error("is not an IP address such as 10.0.0.1 or fd00::1"));
    }

    /** Reads a subnet; the bits after its prefix length must be zero. */
    static IPAddress subnet(Place place) throws IpamConfigException {
        var parts = subnetParts(place);
        var subnet = parts.block();
        if (!subnet.getLower().withoutPrefixLength().equals(parts.address())) {
            throw place.error("has bits set after its prefix length; write " + subnet.toCanonicalString());
        }
        return subnet;
    }

    /** Reads a subnet; the bits after its prefix length are cleared, as whereabouts does. */
    static IPAddress maskedSubnet(Place place) throws IpamConfigException {
        return subnetParts(place).block();
    }

    /** Reads a single address, a subnet, whose bits after its prefix length are cleared, or {@code first-last}. */
    static IPAddressSeqRange run(Place place) throws IpamConfigException {
        if (place.text().contains("/")) {
            return maskedSubnet(place).toSequentialRange();
        }
        int dash = place.text().indexOf('-');
        if (dash < 0) {
            return address(place).toSequentialRange();
        }
        var first = address(new Place(place.text().substring(0, dash), place.path()));
        var last = address(new Place(place.text().substring(dash + 1), place.path()));
        if (first.isIPv6() != last.isIPv6() || first.compareTo(last) > 0) {
            throw place.error("is not a first address and a last one of the same family");
        }
        return first.spanWithRange(last);
    }

    private record SubnetParts(IPAddress address, int prefixLength) {

        IPAddress block() {
            return address.toPrefixBlock(prefixLength);
        }
    }

    private static SubnetParts subnetParts(Place place) throws IpamConfigException {
        var matcher = SUBNET.matcher(place.text());
        return Optional.of(matcher)
                .filter(Matcher::matches)
                .flatMap(matched -> parse(matched.group(1)))
                .map(address -> new SubnetParts(address, Integer.parseInt(matcher.group(2))))
                .filter(parts -> parts.prefixLength() <= parts.address().getBitCount())
                .orElseThrow(() -> place.error("is not a subnet such as 10.0.0.0/24 or fd00::/64"));
    }

    private static Optional<IPAddress> parse(String text) {
        if (!PLAIN.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new IPAddressString(text, STRICT).toAddress()).filter(address -> !isMapped(address));
        } catch (AddressStringException | IncompatibleAddressException e) {
            return Optional.empty();
        }
    }

    /** Go programs read {@code ::ffff:a.b.c.d} as the IPv4 address, others do not. */
    private static boolean isMapped(IPAddress address) {
        return address.isIPv6() && address.toIPv6().isIPv4Mapped();
    }
}

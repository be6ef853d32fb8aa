package dev.patchbay.verticles.ipam.address;

import inet.ipaddr.AddressStringException;
import inet.ipaddr.AddressStringParameters.RangeParameters;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import inet.ipaddr.IncompatibleAddressException;
import inet.ipaddr.ipv4.IPv4Address;
import inet.ipaddr.ipv6.IPv6Address;
import java.util.regex.Pattern;

/** The text of addresses: plain notations only are read, and the canonical one (RFC 5952) is written. */
final class AddressText {

    /** The library trims blanks, and knows notations that no CNI plugin does; none of their characters gets past this. */
    private static final Pattern PLAIN = Pattern.compile("[0-9A-Fa-f:.]{2,39}");

    private static final Pattern PREFIX_LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");

    private static final IPAddressStringParameters STRICT = new IPAddressStringParameters.Builder()
            .allowEmpty(false)
            .allowAll(false)
            .allowSingleSegment(false)
            .allowMask(false)
            .allowPrefix(false)
            .allowWildcardedSeparator(false)
            .setRangeOptions(RangeParameters.NO_RANGE)
            .getIPv4AddressParametersBuilder()
            .allow_inet_aton(false)
            .allowLeadingZeros(false)
            .allowBinary(false)
            .getParentBuilder()
            .getIPv6AddressParametersBuilder()
            .allowZone(false)
            .allowMixed(false)
            .allowBase85(false)
            .allowBinary(false)
            .getParentBuilder()
            .toParams();

    private AddressText() {}

    static Address address(String text) {
        if (text.contains("/")) {
            throw new IllegalArgumentException(
                    "\"%s\" has a prefix length where an address alone is wanted".formatted(text));
        }
        return parse(text);
    }

    /** The prefix length is read here, as the library takes a length of zero for a notation of its own. */
    static Cidr cidr(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException(
                    "\"%s\" has no prefix length, as in 10.0.0.0/24 or 2001:db8::/64".formatted(text));
        }
        var address = parse(text.substring(0, slash));
        var length = text.substring(slash + 1);
        if (!PREFIX_LENGTH.matcher(length).matches()
                || Integer.parseInt(length) > address.family().bits()) {
            throw new IllegalArgumentException("\"%s\" has no prefix length from 0 to %d"
                    .formatted(text, address.family().bits()));
        }
        return new Cidr(address, Integer.parseInt(length));
    }

    static String print(Address address) {
        return address.family() == Family.IPV4
                ? new IPv4Address((int) address.low()).toCanonicalString()
                : new IPv6Address(address.value()).toCanonicalString();
    }

    private static Address parse(String text) {
        if (!PLAIN.matcher(text).matches()) {
            throw new IllegalArgumentException("\"%s\" is no IP address in plain notation".formatted(text));
        }
        try {
            var address = new IPAddressString(text, STRICT).toAddress();
            // Go programs read ::ffff:a.b.c.d as the IPv4 address, others do not.
            if (address.isIPv6() && address.toIPv6().isIPv4Mapped()) {
                throw new IllegalArgumentException("\"%s\" is an IPv4 address in IPv6 notation".formatted(text));
            }
            return Address.of(address.isIPv4() ? Family.IPV4 : Family.IPV6, address.getValue());
        } catch (AddressStringException | IncompatibleAddressException e) {
            throw new IllegalArgumentException("\"%s\" is no IP address in plain notation".formatted(text), e);
        }
    }
}

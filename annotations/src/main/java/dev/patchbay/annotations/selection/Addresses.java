package dev.patchbay.annotations.selection;

import inet.ipaddr.AddressStringException;
import inet.ipaddr.AddressStringParameters.RangeParameters;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import inet.ipaddr.IncompatibleAddressException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * IP addresses in the plain textual forms only, printed anew in canonical form (RFC 5952): what is passed on to a plugin,
 * often through CNI_ARGS, which knows no quoting, is never the user's own text.
 */
final class Addresses {

    /** The library trims blanks, and knows notations that no CNI plugin does; none of their characters gets past this. */
    private static final Pattern PLAIN = Pattern.compile("[0-9A-Fa-f:.]{2,39}(/[0-9]{1,3})?");

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

    private Addresses() {}

    /** Returns the address in canonical form, with its prefix length if the text has one. */
    static Optional<String> withOptionalPrefix(String text) {
        return parse(text).map(IPAddress::toCanonicalString);
    }

    /** Returns the address in canonical form, or nothing if the text has a prefix length. */
    static Optional<String> withoutPrefix(String text) {
        return text.contains("/") ? Optional.empty() : withOptionalPrefix(text);
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

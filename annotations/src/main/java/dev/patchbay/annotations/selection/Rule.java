package dev.patchbay.annotations.selection;

import dev.patchbay.annotations.json.Quote;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the text of a field must be.
 *
 * @param reader gives the canonical spelling of a text, or nothing where the text breaks the rule
 * @param what   what is wrong with such a text
 * @param advice what to write instead
 */
record Rule(Function<String, Optional<String>> reader, String what, String advice) {

    static final Rule NAME = new Rule(
            Names::subdomain,
            "is not the name of a NetworkAttachmentDefinition",
            "use at most 253 lower case letters, digits, - and .");
    static final Rule NAMESPACE =
            new Rule(Names::label, "is not the name of a namespace", "use at most 63 lower case letters, digits and -");
    static final Rule INTERFACE = new Rule(
            Names::interfaceName,
            "is not an interface name that can be used",
            "use 1 to 15 printable ASCII characters without / : % and blanks, no leading -, not lo, all or default");
    static final Rule ADDRESS = new Rule(
            Addresses::withOptionalPrefix, "is not an IP address", "write it as 10.1.2.3, 10.1.2.3/24 or fd00::3/64");
    static final Rule GATEWAY = new Rule(
            Addresses::withoutPrefix, "is not an IP address without prefix", "write it as 10.1.2.1 or fd00::1");
    static final Rule MAC = new Rule(
            HardwareAddresses::mac, "is not a hardware address", "write 6, 8 or 20 bytes as 02:00:00:00:00:17");
    static final Rule GUID =
            new Rule(HardwareAddresses::guid, "is not an InfiniBand GUID", "write 8 bytes as 02:00:00:00:00:00:00:17");
    static final Rule PROTOCOL = new Rule(Names::protocol, "is not a protocol", "use tcp, udp or sctp");
    static final Rule DEVICE = new Rule(
            Names::device,
            "is not a device ID",
            "use at most 253 printable ASCII characters without / and blanks, no leading .");
    static final Rule CLAIM = new Rule(
            Names::subdomain, "is not the name of an IPAMClaim", "use at most 253 lower case letters, digits, - and .");

    Optional<String> canonical(String text) {
        return reader.apply(text);
    }

    Problem brokenBy(String text, String place, String field) {
        return new Problem(place, field, Quote.of(text), what, advice);
    }
}

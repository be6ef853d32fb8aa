package dev.patchbay.annotations.selection;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Names as Kubernetes and the kernel allow them. Each method returns the name, or nothing where it breaks the rule. */
final class Names {

    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*+(?<=[a-z0-9]))?");
    private static final Pattern SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*+");
    /** Printable ASCII without {@code / : %}; the kernel reads % as a template, and a leading - looks like an option. */
    private static final Pattern INTERFACE = Pattern.compile("(?!-)[!-~&&[^/:%]]{1,15}");
    /** The directories . and .., the loopback, and the two names that stand for "every interface" in sysctl paths. */
    private static final Set<String> RESERVED_INTERFACES = Set.of(".", "..", "lo", "all", "default");

    private static final Pattern DEVICE = Pattern.compile("[!-~&&[^/]]{1,253}");
    private static final Set<String> PROTOCOLS = Set.of("tcp", "udp", "sctp");

    private Names() {}

    /** A DNS label (RFC 1123): the name of a namespace. */
    static Optional<String> label(String text) {
        return Optional.of(text).filter(t -> t.length() <= 63 && matches(LABEL, t));
    }

    /** A DNS subdomain (RFC 1123): the name of most Kubernetes objects. */
    static Optional<String> subdomain(String text) {
        return Optional.of(text).filter(t -> t.length() <= 253 && matches(SUBDOMAIN, t));
    }

    /** An interface name inside the pod: what the kernel and libcni accept, and no name that has a meaning of its own. */
    static Optional<String> interfaceName(String text) {
        return Optional.of(text).filter(t -> matches(INTERFACE, t) && !RESERVED_INTERFACES.contains(t));
    }

    /** The ID of a device; plugins look it up as a file below {@code /sys}. */
    static Optional<String> device(String text) {
        return Optional.of(text).filter(t -> matches(DEVICE, t) && !t.startsWith("."));
    }

    /** A transport protocol in any case; returned in lower case. */
    static Optional<String> protocol(String text) {
        return Optional.of(text.toLowerCase(Locale.ROOT)).filter(PROTOCOLS::contains);
    }

    private static boolean matches(Pattern pattern, String text) {
        return pattern.matcher(text).matches();
    }
}

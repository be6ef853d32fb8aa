package dev.patchbay.multus.policy;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/** Interface names that an attachment may have. */
final class InterfaceNames {

    /** IFNAMSIZ without the zero byte. */
    private static final int MAX_BYTES = 15;

    /** The default network's, the loopback, and two that stand for others below /proc/sys/net. */
    private static final Set<String> RESERVED = Set.of("eth0", "lo", "all", "default");

    private InterfaceNames() {}

    static boolean isReserved(String name) {
        return RESERVED.contains(name);
    }

    static Optional<String> refusal(String name) {
        if (isReserved(name)) {
            return Optional.of("The interface name " + name + " is reserved"
                    + (name.equals("eth0") ? " for the pod's default network" : "") + ". Choose another one.");
        }
        var length = name.getBytes(StandardCharsets.UTF_8).length;
        var fits = length >= 1 && length <= MAX_BYTES && !name.equals(".") && !name.equals("..");
        if (!fits || !name.chars().allMatch(InterfaceNames::isAllowed) || name.startsWith("-")) {
            return Optional.of("\"" + name + "\" is no interface name: it must have 1 to 15 printable ASCII characters,"
                    + " none of them a blank or one of / : %, and may not begin with a dash.");
        }
        return Optional.empty();
    }

    private static boolean isAllowed(int character) {
        return character > ' ' && character < 0x7f && "/:%\\".indexOf(character) < 0;
    }
}

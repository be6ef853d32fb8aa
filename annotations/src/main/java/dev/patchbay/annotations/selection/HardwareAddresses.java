package dev.patchbay.annotations.selection;

import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Hardware addresses in the forms of Go's {@code net.ParseMAC}, printed anew in lower case with colons. */
final class HardwareAddresses {

    private static final Pattern WITH_COLONS = Pattern.compile("[0-9a-f]{2}(:[0-9a-f]{2})++");
    private static final Pattern WITH_DASHES = Pattern.compile("[0-9a-f]{2}(-[0-9a-f]{2})++");
    private static final Pattern WITH_DOTS = Pattern.compile("[0-9a-f]{4}(\\.[0-9a-f]{4})++");

    /** 20 bytes with separators. */
    private static final int MAX_LENGTH = 59;

    private HardwareAddresses() {}

    /** An address of 6 (EUI-48), 8 (EUI-64) or 20 bytes (IP over InfiniBand). */
    static Optional<String> mac(String text) {
        return bytes(text)
                .filter(b -> b.length == 6 || b.length == 8 || b.length == 20)
                .map(HardwareAddresses::print);
    }

    /** An InfiniBand GUID: 8 bytes. */
    static Optional<String> guid(String text) {
        return bytes(text).filter(b -> b.length == 8).map(HardwareAddresses::print);
    }

    private static Optional<byte[]> bytes(String text) {
        if (text.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        var lower = text.toLowerCase(Locale.ROOT);
        boolean isHardwareAddress = WITH_COLONS.matcher(lower).matches()
                || WITH_DASHES.matcher(lower).matches()
                || WITH_DOTS.matcher(lower).matches();
        return isHardwareAddress
                ? Optional.of(HexFormat.of().parseHex(lower.replaceAll("[:.-]", "")))
                : Optional.empty();
    }

    private static String print(byte[] bytes) {
        return HexFormat.ofDelimiter(":").formatHex(bytes);
    }
}

package dev.patchbay.multus.cni;

import java.util.Arrays;
import java.util.Comparator;

/**
 * A version of the CNI specification: at most three numbers, missing ones are zero, an empty text is 0.1.0.
 *
 * @see <a href="https://github.com/containernetworking/cni/blob/main/SPEC.md">CNI specification</a>
 */
record CniVersion(int major, int minor, int patch) implements Comparable<CniVersion> {

    /** The newest version that this runtime speaks. */
    static final CniVersion NEWEST = new CniVersion(1, 1, 0);

    /** From here on DEL gets the previous result, and CHECK exists. */
    static final CniVersion WITH_CHECK = new CniVersion(0, 4, 0);

    /** From here on GC and STATUS exist. */
    static final CniVersion WITH_GC = new CniVersion(1, 1, 0);

    private static final Comparator<CniVersion> ORDER = Comparator.comparingInt(CniVersion::major)
            .thenComparingInt(CniVersion::minor)
            .thenComparingInt(CniVersion::patch);

    /** Parses a version; throws {@link IllegalArgumentException} with a message for people. */
    static CniVersion parse(String text) {
        if (text.isEmpty()) {
            return new CniVersion(0, 1, 0);
        }
        var parts = text.split("\\.", -1);
        if (parts.length > 3 || !Arrays.stream(parts).allMatch(part -> part.matches("\\d{1,6}"))) {
            throw new IllegalArgumentException("\"%s\" is no CNI version such as 1.0.0".formatted(text));
        }
        return new CniVersion(number(parts, 0), number(parts, 1), number(parts, 2));
    }

    private static int number(String[] parts, int index) {
        return index < parts.length ? Integer.parseInt(parts[index]) : 0;
    }

    boolean atLeast(CniVersion other) {
        return compareTo(other) >= 0;
    }

    @Override
    public int compareTo(CniVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}

package dev.patchbay.annotations.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads JSON text from an annotation, which anybody who may edit the pod can write. The text is exactly one JSON value;
 * its length and its nesting are bounded. Integers are exact, other numbers are held as IEEE doubles, as RFC 8259
 * section 6 advises and as Multus does.
 */
public final class UntrustedJson {

    /** Levels of lists and objects in one text. */
    public static final int MAX_DEPTH = 32;

    private final int maxLength;
    private final ObjectReader reader;

    private UntrustedJson(int maxLength, boolean refuseDuplicateKeys) {
        this.maxLength = maxLength;
        // Names are not kept in Jackson's shared symbol table: strangers would fill it.
        var factory = JsonFactory.builder()
                .disable(JsonFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, refuseDuplicateKeys)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxStringLength(maxLength)
                        .maxNameLength(maxLength)
                        .build())
                .build();
        this.reader = JsonMapper.builder(factory)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build()
                .reader();
    }

    /**
     * A reader that refuses an object with the same key twice, as two programs would understand it differently.
     *
     * @param maxLength the longest text to read, in characters
     */
    public static UntrustedJson strict(int maxLength) {
        return new UntrustedJson(maxLength, true);
    }

    /**
     * A reader that takes the last value where an object has the same key twice, as Go does.
     *
     * @param maxLength the longest text to read, in characters
     */
    public static UntrustedJson lenient(int maxLength) {
        return new UntrustedJson(maxLength, false);
    }

    /** What a text turned out to be. */
    public sealed interface Result {

        /** The text is JSON. */
        record Read(JsonNode value) implements Result {}

        /**
         * The text is not JSON, or breaks a bound.
         *
         * @param place where, for people: line and column from 1, or the whole text
         * @param what  what is wrong there; short, printable
         */
        record Broken(String place, String what) implements Result {}
    }

    /** Reads one JSON value; never throws. */
    public Result read(String text) {
        if (text.length() > maxLength) {
            return broken("is longer than " + maxLength + " characters");
        }
        try {
            var value = reader.readTree(text);
            if (value.isMissingNode()) {
                return broken("holds no JSON value");
            }
            return isFinite(value) ? new Result.Read(value) : broken("holds a number that is too large");
        } catch (JacksonException e) {
            return new Result.Broken(
                    place(e.getLocation()), "is not valid JSON: " + Quote.clean(e.getOriginalMessage()));
        }
    }

    private static Result broken(String what) {
        return new Result.Broken("text", what);
    }

    private static String place(TokenStreamLocation location) {
        return location == null ? "text" : "line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
    }

    private static boolean isFinite(JsonNode value) {
        if (value.isFloatingPointNumber()) {
            return Double.isFinite(value.doubleValue());
        }
        for (var child : value) {
            if (!isFinite(child)) {
                return false;
            }
        }
        return true;
    }
}

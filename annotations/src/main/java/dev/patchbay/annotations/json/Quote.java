package dev.patchbay.annotations.json;

import tools.jackson.databind.JsonNode;

/** Makes a stranger's text fit for an Event or a log line: printable, and of bounded length. */
public final class Quote {

    private static final int MAX_QUOTED = 64;
    private static final int MAX_CLEAN = 200;

    /** Not left out: {@code "net1\n"} would be quoted as the good name {@code "net1"}. */
    private static final int REPLACEMENT = '\ufffd';

    private Quote() {}

    /** Returns the text in double quotes, with � for what cannot be printed, shortened to 64 characters. */
    public static String of(String text) {
        return '"' + shorten(text, MAX_QUOTED) + '"';
    }

    /** Returns a value as JSON text, shortened to 64 characters; a string bears its own quotes. */
    public static String of(JsonNode value) {
        return shorten(value.toString(), MAX_QUOTED);
    }

    /** Returns the text with � for what cannot be printed, shortened to 200 characters. */
    public static String clean(String text) {
        return shorten(text, MAX_CLEAN);
    }

    private static String shorten(String text, int max) {
        var printable = text.codePoints()
                .map(codePoint -> isPrintable(codePoint) ? codePoint : REPLACEMENT)
                .limit(max + 1L)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
        return printable.codePointCount(0, printable.length()) > max
                ? printable.substring(0, printable.offsetByCodePoints(0, max)) + "…"
                : printable.toString();
    }

    /** Format characters are out too: some of them turn the direction in which the rest of a line is shown. */
    private static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}

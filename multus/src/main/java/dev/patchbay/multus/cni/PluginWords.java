package dev.patchbay.multus.cni;

/** Texts that plugins print, made fit for logs and Events. */
final class PluginWords {

    /** How much of a plugin's output an error quotes. */
    static final int QUOTED = 1024;

    private PluginWords() {}

    /** Returns the text on one line, without control characters. */
    static String clean(String text) {
        return text.replaceAll("\\p{Cc}+", " ").strip();
    }

    /** Returns the beginning of a text, cleaned. */
    static String beginning(String text) {
        return clean(text.length() <= QUOTED ? text : text.substring(0, QUOTED) + " …");
    }

    /** Returns the end of a text, cleaned. */
    static String end(String text) {
        return clean(text.length() <= QUOTED ? text : "… " + text.substring(text.length() - QUOTED));
    }
}

package dev.patchbay.multus.cni;

import java.util.Optional;

/**
 * A CNI operation that failed. The message is complete for a user: the verb, the plugin, the network, and the plugin's
 * own words.
 */
public final class CniException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final int code;
    private final transient Optional<CniResult> lastResult;
    private final int pluginsBefore;

    public CniException(Kind kind, int code, String message, Optional<CniResult> lastResult) {
        this(kind, code, message, lastResult, 0);
    }

    private CniException(Kind kind, int code, String message, Optional<CniResult> lastResult, int pluginsBefore) {
        super(message);
        this.kind = kind;
        this.code = code;
        this.lastResult = lastResult;
        this.pluginsBefore = pluginsBefore;
    }

    /** Returns the same failure as one that came after the first plugins of a list had succeeded. */
    CniException after(int plugins, Optional<CniResult> result) {
        return new CniException(kind, code, getMessage(), result, plugins);
    }

    /** What sort of failure it is, and so what the caller may expect of a retry. */
    public enum Kind {
        /** Our configuration or the plugin's version: stays until NAD or binary change (CNI codes 1, 2, 6, 7). */
        CONFIGURATION,
        /** The plugin's binary is missing or cannot be executed; nothing ran. */
        PLUGIN_MISSING,
        /** The time limit passed; the whole process tree was killed. */
        TIMEOUT,
        /** The plugin printed something that is no result, or too much of it, or died by a signal. */
        BROKEN_OUTPUT,
        /** The plugin asks to try again later (CNI code 11). */
        TRY_AGAIN,
        /** The sandbox or its namespace is unknown to the plugin (CNI codes 3, 8). */
        SANDBOX,
        /** Any other error that the plugin reported. */
        PLUGIN
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the CNI error code; 0 where there was none. */
    public int code() {
        return code;
    }

    /** Returns the result of the last plugin of the list that succeeded before this failure, for the DEL that follows. */
    public Optional<CniResult> lastResult() {
        return lastResult;
    }

    /** Returns how many plugins of the list had succeeded before this failure; the one after them failed. */
    public int pluginsBefore() {
        return pluginsBefore;
    }

    /** Returns whether a plugin refused: it ended by itself and said why, as the specification wants it. */
    public boolean isRefusal() {
        return kind == Kind.PLUGIN || kind == Kind.CONFIGURATION;
    }

    /**
     * Returns whether another operation on the same attachment was refused for the same reason, by the same words. A
     * missing plugin counts; one that hung, died or printed garbage gave no reason.
     */
    public boolean hasTheReasonOf(CniException other) {
        return (isRefusal() || kind == Kind.PLUGIN_MISSING)
                && kind == other.kind
                && withoutVerb(getMessage()).equals(withoutVerb(other.getMessage()));
    }

    private static String withoutVerb(String message) {
        return message.substring(message.indexOf(' ') + 1);
    }

    /** Returns whether any plugin was started before this failure: if so, a DEL is owed. */
    public boolean pluginRan() {
        return kind != Kind.PLUGIN_MISSING || lastResult.isPresent();
    }
}

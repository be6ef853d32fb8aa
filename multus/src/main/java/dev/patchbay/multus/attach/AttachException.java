package dev.patchbay.multus.attach;

/** A plug or unplug that failed. The message is complete for a user. */
public final class AttachException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    public AttachException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public AttachException(Kind kind, String message) {
        this(kind, message, null);
    }

    /** What sort of failure it is, and so what will mend it. */
    public enum Kind {
        /** A rule forbids it: a change of the annotation, the NAD or the node's policy mends it. */
        REFUSED,
        /** The NAD's configuration is wrong. */
        CONFIGURATION,
        /** The sandbox is not, or no longer, what it was taken for: look again. */
        SANDBOX,
        /** A plugin asks to try again soon; no alarm. */
        TRY_AGAIN,
        /** A plugin or the node failed. */
        FAILED
    }

    /** Returns the sort of failure. */
    public Kind kind() {
        return kind;
    }
}

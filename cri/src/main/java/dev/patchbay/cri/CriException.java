package dev.patchbay.cri;

/** A call to the container runtime that failed. The message names the call and the socket. */
public final class CriException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    CriException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    CriException(Kind kind, String message) {
        this(kind, message, null);
    }

    /** What sort of failure it is. */
    public enum Kind {
        /** The runtime cannot be reached. */
        UNAVAILABLE,
        /** The runtime did not answer in time. */
        DEADLINE,
        /** The runtime does not know the sandbox. */
        NOT_FOUND,
        /** The runtime does not speak CRI v1, or not this call. */
        UNIMPLEMENTED,
        /** The runtime answered with an error, or with something that cannot be understood. */
        PROTOCOL
    }

    /** Returns the sort of failure. */
    public Kind kind() {
        return kind;
    }
}

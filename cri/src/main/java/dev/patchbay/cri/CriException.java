package dev.patchbay.cri;

/** A call to the container runtime that failed. The message is complete for a user: it names the socket and the call. */
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

    /** What sort of failure it is, and so what the caller may expect of a retry. */
    public enum Kind {
        /** The runtime cannot be reached, or is not ready to answer: try again later. */
        UNAVAILABLE,
        /** The runtime did not answer in time: try again later. */
        DEADLINE,
        /** The runtime does not know the sandbox: look for the pod's present one. */
        NOT_FOUND,
        /** The runtime does not speak CRI v1, or not this call: stays until the runtime or its configuration changes. */
        UNIMPLEMENTED,
        /** The runtime answered with another error, or with something that cannot be understood. */
        PROTOCOL
    }

    /** Returns the sort of failure. */
    public Kind kind() {
        return kind;
    }
}

package dev.patchbay.multus.netns;

/** Whether a path is the network namespace that is meant. */
public sealed interface NamespaceProof {

    /**
     * It is.
     *
     * @param device device number of the namespace file
     * @param inode  inode number; with the device it identifies the namespace as long as it lives
     */
    record Proven(long device, long inode) implements NamespaceProof {}

    /**
     * It is not: no plugin may be run on it.
     *
     * @param reason a complete sentence
     */
    record Refused(Kind kind, String reason) implements NamespaceProof {}

    /** Why a path is refused. */
    enum Kind {
        /** Nothing is at the path, or the sandbox's process has ended. */
        GONE,
        /** A file, but no network namespace. */
        NOT_A_NAMESPACE,
        /** The node's own network namespace. */
        HOST,
        /** Another namespace than the sandbox's process is in. */
        NOT_THE_SANDBOX
    }
}

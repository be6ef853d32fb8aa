package dev.patchbay.verticles.bus;

/** What became of a status write. */
public sealed interface StatusWritten {

    /** It is written, and the pod now looks like this. */
    record Done(PodSnapshot pod) implements StatusWritten {}

    /** The pod is gone, or another one bears its name now. */
    record PodGone() implements StatusWritten {}

    /** The API server could not be reached or refused; to be tried again. */
    record Failed(String reason) implements StatusWritten {}
}

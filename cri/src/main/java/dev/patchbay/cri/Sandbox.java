package dev.patchbay.cri;

import java.util.Comparator;

/**
 * A sandbox as the runtime lists it.
 *
 * @param id             its ID
 * @param podNamespace   the pod
 * @param podName        the pod
 * @param podUid         the pod
 * @param attempt        counts the sandboxes of one pod, from 0
 * @param createdAt      nanoseconds since 1970
 * @param isReady        whether it runs
 * @param runtimeHandler the RuntimeClass' handler; empty for the default one
 */
public record Sandbox(
        String id,
        String podNamespace,
        String podName,
        String podUid,
        int attempt,
        long createdAt,
        boolean isReady,
        String runtimeHandler) {

    /** Orders the sandboxes of one pod, the newest last. */
    static final Comparator<Sandbox> BY_AGE =
            Comparator.comparingInt(Sandbox::attempt).thenComparingLong(Sandbox::createdAt);
}

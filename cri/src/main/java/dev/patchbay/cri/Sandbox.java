package dev.patchbay.cri;

import java.util.Map;

/**
 * A sandbox as the runtime lists it.
 *
 * @param id             its ID
 * @param podNamespace   namespace of its pod
 * @param podName        name of its pod
 * @param podUid         UID of its pod, the only thing that identifies the pod
 * @param attempt        counts the sandboxes of one pod, from 0
 * @param createdAt      nanoseconds since 1970
 * @param state          whether it runs
 * @param labels         the pod's labels and the kubelet's own
 * @param runtimeHandler the RuntimeClass' handler; empty for the default one
 */
public record Sandbox(
        String id,
        String podNamespace,
        String podName,
        String podUid,
        int attempt,
        long createdAt,
        State state,
        Map<String, String> labels,
        String runtimeHandler) {

    public Sandbox {
        labels = Map.copyOf(labels);
    }

    /** Whether a sandbox runs. */
    public enum State {
        /** It runs. */
        READY,
        /** It ended, or the runtime does not know how it is; it stays listed until it is collected. */
        NOT_READY
    }

    /** Returns whether it runs. */
    public boolean isReady() {
        return state == State.READY;
    }
}

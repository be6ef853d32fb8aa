package dev.patchbay.verticles.status;

import dev.patchbay.verticles.bus.StatusWritten;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** What a refusal of the API server means for a status write. Pure functions. */
final class WriteFailures {

    private static final int NOT_FOUND = 404;
    private static final int INVALID = 422;

    /** The API server names the field that it refuses; only the guard tells that another pod bears the name. */
    private static final String GUARD = "metadata.uid";

    private WriteFailures() {}

    static StatusWritten outcome(KubernetesClientException e) {
        var reason = reason(e);
        boolean isGone = e.getCode() == NOT_FOUND || (e.getCode() == INVALID && reason.contains(GUARD));
        return isGone ? new StatusWritten.PodGone() : new StatusWritten.Failed(reason);
    }

    private static String reason(KubernetesClientException e) {
        return e.getStatus() != null && e.getStatus().getMessage() != null
                ? e.getStatus().getMessage()
                : String.valueOf(e.getMessage());
    }
}

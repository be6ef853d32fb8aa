package dev.patchbay.verticles.bus;

import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.multus.attach.AttachException;
import java.util.List;

/** What became of an order to the agent. */
public sealed interface Outcome {

    /**
     * It is done.
     *
     * @param status the entries of network-status that a plug accounts for
     */
    record Done(List<NetworkStatus> status) implements Outcome {

        public Done {
            status = List.copyOf(status);
        }
    }

    /** It failed; {@code reason} is for the user. */
    record Failed(AttachException.Kind kind, String reason) implements Outcome {}
}

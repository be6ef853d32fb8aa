package dev.patchbay.annotations.plan;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.annotations.status.NetworkStatus;
import java.util.Optional;

/**
 * An attachment that the pod has, as far as anybody knows.
 *
 * @param interfaceName the interface that it was made for
 * @param network       the NAD, where it is known
 * @param networkName   the name of the CNI configuration, or of the status entry
 * @param request       what was asked for, where a record of it exists
 * @param isLost        whether its link is gone from the namespace
 * @param foreignEntry  present: only this status entry tells of it and no NAD explains it, so it may satisfy an element,
 *                      but is not ours to remove
 */
record Attachment(
        String interfaceName,
        Optional<NetworkName> network,
        String networkName,
        Optional<AttachmentRequest> request,
        boolean isLost,
        Optional<NetworkStatus> foreignEntry) {

    /**
     * Returns whether this is an attachment of the network. Where a cache does not tell the NAD, the name of the
     * configuration decides: it is the NAD's, unless the NAD's author chose another. A status entry always tells it.
     */
    boolean isOf(NetworkName wanted) {
        return network.map(wanted::equals).orElseGet(() -> foreignEntry.isEmpty() && networkName.equals(wanted.name()));
    }

    boolean isRemovable() {
        return foreignEntry.isEmpty();
    }

    /** Requests are compared with requests; where none was recorded there is nothing to compare. */
    boolean wasAskedOtherwise(AttachmentRequest wanted) {
        return request.isPresent() && !request.get().equals(wanted);
    }

    AttachmentPlan.Unplug unplug(AttachmentPlan.Reason reason) {
        return new AttachmentPlan.Unplug(
                interfaceName, network, network.map(NetworkName::toString).orElse(networkName), reason);
    }
}

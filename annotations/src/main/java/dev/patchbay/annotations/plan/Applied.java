package dev.patchbay.annotations.plan;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.annotations.status.NetworkStatus;
import java.util.List;
import java.util.Optional;

/**
 * An attachment that a cache on this node vouches for: it was made in the pod's present sandbox.
 *
 * @param interfaceName the interface that the attachment was made for (CNI_IFNAME)
 * @param network       the NAD; empty where another program made the attachment and its cache tells no NAD's namespace
 * @param networkName   the {@code name} of the CNI configuration
 * @param request       what was asked for; empty where another program made the attachment and left no record of it
 * @param origin        who made it
 * @param status        the entries of network-status that it accounts for, first the one of {@code interfaceName}
 */
public record Applied(
        String interfaceName,
        Optional<NetworkName> network,
        String networkName,
        Optional<AttachmentRequest> request,
        Origin origin,
        List<NetworkStatus> status) {

    /** Who made an attachment. */
    public enum Origin {
        /** This program. */
        PATCHBAY,
        /** Another one: Multus, or the container runtime. */
        OTHER
    }

    public Applied {
        status = List.copyOf(status);
    }
}

package dev.patchbay.annotations.plan;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.selection.NetworkSelectionElement;
import dev.patchbay.annotations.status.NetworkStatus;
import java.util.List;
import java.util.Optional;

/**
 * What must happen to a pod so that it has what its annotation asks for. Unplugs run first, in the order given (reverse
 * status order), then plugs, in annotation order.
 *
 * @param unplugs   attachments to remove
 * @param plugs     attachments to make
 * @param kept      elements that are satisfied already
 * @param untouched entries of network-status that nobody on this node vouches for: left alone and reported
 * @param ghosts    entries of network-status without anything behind them: to be dropped from the status
 */
public record AttachmentPlan(
        List<Unplug> unplugs,
        List<Plug> plugs,
        List<Kept> kept,
        List<NetworkStatus> untouched,
        List<NetworkStatus> ghosts) {

    public AttachmentPlan {
        unplugs = List.copyOf(unplugs);
        plugs = List.copyOf(plugs);
        kept = List.copyOf(kept);
        untouched = List.copyOf(untouched);
        ghosts = List.copyOf(ghosts);
    }

    /** Returns whether the pod has what it asks for. */
    public boolean isEmpty() {
        return unplugs.isEmpty() && plugs.isEmpty();
    }

    /** Why an attachment is made or removed. */
    public enum Reason {
        /** The annotation gained or lost the element. */
        REQUESTED,
        /** The interface stays, its network changes. */
        REPLACED,
        /** The interface and its network stay, the request changes. */
        REQUEST_CHANGED,
        /** A cache vouches for the attachment, but its link is gone from the namespace. */
        LINK_LOST
    }

    /**
     * Remove one attachment.
     *
     * @param interfaceName the interface (CNI_IFNAME)
     * @param network       the NAD, where it is known
     * @param displayName   the network's name for people: the NAD, or the CNI configuration's name
     */
    public record Unplug(String interfaceName, Optional<NetworkName> network, String displayName, Reason reason) {}

    /**
     * Make one attachment.
     *
     * @param index         position of the element in the annotation, from 0
     * @param interfaceName the interface name to use: the element's, or the lowest free {@code netN}
     */
    public record Plug(int index, NetworkSelectionElement element, String interfaceName, Reason reason) {}

    /**
     * An element that is satisfied.
     *
     * @param index         position of the element in the annotation, from 0
     * @param interfaceName the interface that satisfies it
     */
    public record Kept(int index, NetworkSelectionElement element, String interfaceName) {}
}

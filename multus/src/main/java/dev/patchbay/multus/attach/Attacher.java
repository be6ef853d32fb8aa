package dev.patchbay.multus.attach;

import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.multus.cache.CachedAttachment;
import java.util.List;

/**
 * Makes and removes attachments. Methods block until the work is done; callers see to it that no two of them run at the
 * same time for one sandbox (CNI specification, section 2).
 */
public interface Attacher {

    /**
     * Makes an attachment. Repeating it is safe: one that exists already with the same network and request is answered
     * from the cache. After a failure nothing of it is left, or a record says what is still owed.
     *
     * @return the entries of network-status that the attachment accounts for
     * @throws AttachException with a message for the user
     */
    List<NetworkStatus> plug(PlugOrder order) throws AttachException;

    /**
     * Removes an attachment, whoever made it. Repeating it is safe.
     *
     * @throws AttachException with a message for the user; the record stays, so that it can be tried again
     */
    void unplug(UnplugOrder order) throws AttachException;

    /**
     * Frees what an attachment of a pod or sandbox that is gone still holds: addresses, port maps, firewall rules.
     *
     * @throws AttachException with a message for the user; the record stays, so that it can be tried again
     */
    void release(CachedAttachment attachment) throws AttachException;
}

package dev.patchbay.multus.policy;

import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.multus.cni.NetworkConfigList;
import dev.patchbay.multus.nad.Nad;
import java.util.List;

/**
 * What is to be decided about.
 *
 * @param podNamespace  the pod's namespace
 * @param nad           the NAD that the element names
 * @param config        its configuration as the author wrote it
 * @param request       what else the element asks for
 * @param interfaceName the name inside the pod
 * @param existing      the attachments that the pod has already, by whomever they were made
 */
public record PolicyInput(
        String podNamespace,
        Nad nad,
        NetworkConfigList config,
        AttachmentRequest request,
        String interfaceName,
        List<ExistingAttachment> existing) {

    public PolicyInput {
        existing = List.copyOf(existing);
    }
}

package dev.patchbay.multus.nad;

import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.multus.cni.NetworkConfigList;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What one attachment is made of.
 *
 * @param nad            the NAD that the selection element names
 * @param config         its configuration as the author wrote it
 * @param pod            the pod
 * @param sandboxId      the pod's present sandbox
 * @param netns          path of the sandbox's network namespace
 * @param interfaceName  the name inside the pod
 * @param request        what else the element asks for
 * @param deviceInfoFile where the plugin may write device information (capability {@code CNIDeviceInfoFile})
 */
public record DelegateInput(
        Nad nad,
        NetworkConfigList config,
        PodRef pod,
        String sandboxId,
        String netns,
        String interfaceName,
        AttachmentRequest request,
        Optional<Path> deviceInfoFile) {}

package dev.patchbay.multus.attach;

import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.multus.nad.Nad;
import dev.patchbay.multus.nad.PodRef;

/** The order to make one attachment under a given interface name. */
public record PlugOrder(SandboxRef sandbox, PodRef pod, Nad nad, AttachmentRequest request, String interfaceName) {}

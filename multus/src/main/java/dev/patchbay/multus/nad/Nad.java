package dev.patchbay.multus.nad;

import dev.patchbay.annotations.NetworkName;
import java.util.Optional;

/**
 * A NetworkAttachmentDefinition ({@code k8s.cni.cncf.io/v1}) as far as Patchbay reads it.
 *
 * @param name            namespace and name
 * @param config          {@code spec.config}; empty: the file of that network name in the node's CNI directory
 * @param resourceName    annotation {@code k8s.v1.cni.cncf.io/resourceName}
 * @param resourceVersion the version read
 */
public record Nad(NetworkName name, Optional<String> config, Optional<String> resourceName, String resourceVersion) {}

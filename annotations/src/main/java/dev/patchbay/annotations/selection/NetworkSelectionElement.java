package dev.patchbay.annotations.selection;

import dev.patchbay.annotations.NetworkName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One element of the networks annotation: a wish for one attachment.
 *
 * @param network       the NAD; its namespace is the pod's where the element names none
 * @param interfaceName the name inside the pod, if the user chose one
 * @param request       what else the element asks for
 * @param unknown       fields that Patchbay does not know; they survive a rewrite
 */
public record NetworkSelectionElement(
        NetworkName network, Optional<String> interfaceName, AttachmentRequest request, Map<String, JsonNode> unknown) {

    public NetworkSelectionElement {
        unknown = Collections.unmodifiableMap(new LinkedHashMap<>(unknown));
    }
}

package dev.patchbay.annotations;

import static java.util.Objects.requireNonNull;

/**
 * The name of a NetworkAttachmentDefinition, always with its namespace.
 *
 * @param namespace the namespace of the NAD; never empty
 * @param name      the name of the NAD; never empty
 */
public record NetworkName(String namespace, String name) {

    public NetworkName {
        requireNonNull(namespace);
        requireNonNull(name);
    }

    /** Returns {@code namespace/name}, as network-status spells it. */
    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}

package dev.patchbay.annotations;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

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

    /**
     * Reads {@code namespace/name}, as network-status spells it.
     *
     * @return empty for any other text, for example the bare name of a network that comes from a file
     */
    public static Optional<NetworkName> parse(String text) {
        int slash = text.indexOf('/');
        boolean isQualified = slash > 0 && slash < text.length() - 1 && slash == text.lastIndexOf('/');
        return isQualified
                ? Optional.of(new NetworkName(text.substring(0, slash), text.substring(slash + 1)))
                : Optional.empty();
    }

    /** Returns {@code namespace/name}, as network-status spells it. */
    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}

package dev.patchbay.multus.nad;

/**
 * The pod that an attachment is for.
 *
 * @param namespace {@code metadata.namespace}
 * @param name      {@code metadata.name}
 * @param uid       {@code metadata.uid}
 */
public record PodRef(String namespace, String name, String uid) {

    /** Returns {@code namespace/name}, for people. */
    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}

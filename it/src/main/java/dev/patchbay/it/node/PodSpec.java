package dev.patchbay.it.node;

import java.util.Map;
import java.util.Optional;

/**
 * How a pod of the test node is to be made.
 *
 * @param networks     its networks annotation; empty: it has none
 * @param hostNetwork  whether it uses the host's network
 * @param sandbox      whether it gets a sandbox
 * @param annotations  more annotations
 */
public record PodSpec(
        String name, Optional<String> networks, boolean hostNetwork, boolean sandbox, Map<String, String> annotations) {

    /** Returns an ordinary pod without annotation. */
    public static PodSpec of(String name) {
        return new PodSpec(name, Optional.empty(), false, true, Map.of());
    }

    /** Returns the same with a networks annotation from the beginning. */
    public PodSpec withNetworks(String text) {
        return new PodSpec(name, Optional.of(text), hostNetwork, sandbox, annotations);
    }

    /** Returns the same on the host's network. */
    public PodSpec onHostNetwork() {
        return new PodSpec(name, networks, true, sandbox, annotations);
    }

    /** Returns the same without a sandbox. */
    public PodSpec withoutSandbox() {
        return new PodSpec(name, networks, hostNetwork, false, annotations);
    }

    /** Returns the same with one more annotation. */
    public PodSpec withAnnotation(String key, String value) {
        return new PodSpec(name, networks, hostNetwork, sandbox, Map.of(key, value));
    }
}

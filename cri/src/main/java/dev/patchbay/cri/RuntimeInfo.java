package dev.patchbay.cri;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How the container runtime is, and where it has its CNI files.
 *
 * @param conditions what the runtime says of itself
 * @param cniBinDirs directories of CNI plugins, in search order; empty where the runtime tells none (CRI-O)
 * @param cniConfDir directory of the node's CNI configurations; empty where the runtime tells none (CRI-O)
 */
public record RuntimeInfo(List<Condition> conditions, List<String> cniBinDirs, Optional<String> cniConfDir) {

    private static final String RUNTIME_READY = "RuntimeReady";
    private static final String NETWORK_READY = "NetworkReady";

    public RuntimeInfo {
        conditions = List.copyOf(conditions);
        cniBinDirs = List.copyOf(cniBinDirs);
    }

    /**
     * A condition of the runtime.
     *
     * @param type    e.g. {@code RuntimeReady}
     * @param holds   whether it is true
     * @param reason  one word; may be empty
     * @param message for people; may be empty
     */
    public record Condition(String type, boolean holds, String reason, String message) {}

    /** Returns whether the runtime can make sandboxes at all. */
    public boolean isRuntimeReady() {
        return holds(RUNTIME_READY);
    }

    /** Returns whether the runtime can make sandboxes with a network of their own. */
    public boolean isNetworkReady() {
        return holds(NETWORK_READY);
    }

    /** Returns what the runtime says about why it is not ready; empty where it is, or gives no reason. */
    public String problem() {
        return conditions.stream()
                .filter(c -> !c.holds()
                        && (c.type().equals(RUNTIME_READY) || c.type().equals(NETWORK_READY)))
                .map(c ->
                        "%s: %s %s".formatted(c.type(), c.reason(), c.message()).strip())
                .collect(Collectors.joining("; "));
    }

    private boolean holds(String type) {
        return conditions.stream().anyMatch(c -> c.type().equals(type) && c.holds());
    }
}

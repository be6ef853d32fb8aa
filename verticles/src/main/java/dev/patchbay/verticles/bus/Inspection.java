package dev.patchbay.verticles.bus;

import dev.patchbay.annotations.plan.Applied;
import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.multus.attach.SandboxRef;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a pod's sandbox is and has.
 *
 * @param sandbox  the present sandbox; or why nothing can be done there
 * @param remains  whether attachments of ours in other sandboxes of this pod wait for their release
 */
public record Inspection(SandboxState sandbox, boolean remains) {

    /** The state of a pod's sandbox. */
    public sealed interface SandboxState {}

    /** There is no sandbox that is ready. */
    public record NoSandbox() implements SandboxState {}

    /**
     * The sandbox is there, but nothing may be plugged into it.
     *
     * @param reason a sentence for the user
     */
    public record Unsuitable(String sandboxId, String reason) implements SandboxState {}

    /**
     * The sandbox is ready.
     *
     * @param applied        attachments that a cache vouches for
     * @param debts          interfaces of attachments that were begun or half removed: a DEL is owed
     * @param links          names of the links in its namespace
     * @param defaultNetwork the entry of network-status for the pod's own network, from its CNI result
     */
    public record Ready(
            SandboxRef sandbox,
            List<Applied> applied,
            Set<String> debts,
            Set<String> links,
            Optional<NetworkStatus> defaultNetwork)
            implements SandboxState {

        public Ready {
            applied = List.copyOf(applied);
            debts = Set.copyOf(debts);
            links = Set.copyOf(links);
        }
    }
}

package dev.patchbay.verticles.reconcile;

import dev.patchbay.annotations.plan.AttachmentPlan;
import dev.patchbay.annotations.status.NetworkStatus;
import java.util.List;

/** What became of one step of a plan. */
sealed interface StepResult {

    /** The attachment is there. */
    record Plugged(AttachmentPlan.Plug step, List<NetworkStatus> status) implements StepResult {}

    /** The attachment is gone. */
    record Unplugged(AttachmentPlan.Unplug step) implements StepResult {}

    /**
     * The attachment could not be made, and nothing of it is there.
     *
     * @param tried whether it was tried in this pass; if not, it waits for its next turn
     * @param loud  whether the user should hear of it
     */
    record PlugFailed(AttachmentPlan.Plug step, String reason, boolean tried, boolean loud) implements StepResult {}

    /**
     * The attachment could not be removed.
     *
     * @param tried whether it was tried in this pass; if not, it waits for its next turn
     * @param loud  whether the user should hear of it
     */
    record UnplugFailed(AttachmentPlan.Unplug step, String reason, boolean tried, boolean loud) implements StepResult {}
}

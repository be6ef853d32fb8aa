package dev.patchbay.verticles.reconcile;

import dev.patchbay.verticles.bus.PodEvent;
import dev.patchbay.verticles.bus.PodSnapshot;
import java.util.Optional;

/**
 * What a lane remembers between passes. Immutable.
 *
 * @param pod      the newest state of the pod; empty when it is gone
 * @param ledger   failures of its interfaces
 * @param errors   how many passes in a row could not be made at all
 * @param told     the last rejection that the user was told of
 * @param finished whether the pod is gone and nothing of it is left to be done
 */
record LaneState(Optional<PodSnapshot> pod, RetryLedger ledger, int errors, Optional<PodEvent> told, boolean finished) {

    static final LaneState NEW = new LaneState(Optional.empty(), RetryLedger.EMPTY, 0, Optional.empty(), false);

    LaneState with(PodSnapshot newer) {
        return new LaneState(Optional.of(newer), ledger, errors, told, false);
    }

    LaneState withoutPod() {
        return new LaneState(Optional.empty(), RetryLedger.EMPTY, errors, Optional.empty(), false);
    }

    /** Returns the state after a pass. What was seen during the pass stays, unless the pass brought something newer. */
    LaneState after(Pass pass) {
        var newest = pod.map(known -> pass.pod()
                .filter(written -> written.resourceVersion() > known.resourceVersion())
                .orElse(known));
        return new LaneState(newest, pass.ledger(), pass.errors(), pass.told(), pass.finished() && pod.isEmpty());
    }

    /** Returns whether a newer state than {@code seen} asks for other networks, or the pod is gone. */
    boolean supersedes(PodSnapshot seen) {
        return pod.map(now -> !now.networks().equals(seen.networks()) || now.deleting())
                .orElse(true);
    }
}

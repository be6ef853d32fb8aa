package dev.patchbay.verticles.reconcile;

import dev.patchbay.verticles.bus.PodEvent;
import dev.patchbay.verticles.bus.PodSnapshot;
import java.time.Duration;
import java.util.Optional;

/**
 * The result of one pass over a pod.
 *
 * @param ledger   failures that are not mended yet
 * @param errors   how many passes in a row could not be made at all
 * @param again    when to make the next pass, if nothing else asks for one
 * @param pod      the pod as the API server answered the status write
 * @param told     the last rejection that the user was told of
 * @param finished whether nothing is left to be done for a pod that is gone
 */
record Pass(
        RetryLedger ledger,
        int errors,
        Optional<Duration> again,
        Optional<PodSnapshot> pod,
        Optional<PodEvent> told,
        boolean finished) {

    /** Returns a pass that found nothing to do. */
    static Pass idle(LaneState state) {
        return new Pass(RetryLedger.EMPTY, 0, Optional.empty(), Optional.empty(), state.told(), false);
    }

    /** Returns the last pass over a pod that is gone. */
    static Pass last() {
        return new Pass(RetryLedger.EMPTY, 0, Optional.empty(), Optional.empty(), Optional.empty(), true);
    }

    /** Returns a pass that could not be made and is to be repeated. */
    static Pass again(LaneState state, Duration pause) {
        return new Pass(state.ledger(), state.errors() + 1, Optional.of(pause), Optional.empty(), state.told(), false);
    }
}

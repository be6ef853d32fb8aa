package dev.patchbay.verticles.reconcile;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.plan.Applied;
import dev.patchbay.annotations.plan.AttachmentDiff;
import dev.patchbay.annotations.plan.Observation;
import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.multus.attach.AttachException;
import dev.patchbay.multus.nad.Nad;
import dev.patchbay.verticles.bus.Addresses;
import dev.patchbay.verticles.bus.Bus;
import dev.patchbay.verticles.bus.Condition;
import dev.patchbay.verticles.bus.Inspect;
import dev.patchbay.verticles.bus.Inspection;
import dev.patchbay.verticles.bus.Outcome;
import dev.patchbay.verticles.bus.PodEvent;
import dev.patchbay.verticles.bus.PodSnapshot;
import dev.patchbay.verticles.bus.Release;
import dev.patchbay.verticles.bus.StatusWritten;
import dev.patchbay.verticles.config.PatchbayConfig;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass over a pod: look at what it asks for and what it has, do what is missing, write back. A pass starts from the
 * newest state, not from what happened; repeating it is harmless. A failed step does not fail the pass: the pass says
 * when to come again. Holds no state of its own.
 */
final class PodReconciler {

    private static final Logger LOG = LoggerFactory.getLogger(PodReconciler.class);

    private final Bus bus;
    private final PodStatus podStatus;
    private final Function<NetworkName, Optional<Nad>> nads;
    private final PatchbayConfig.Retry retry;
    private final Clock clock;
    private final RandomGenerator random;

    PodReconciler(
            Bus bus,
            Function<NetworkName, Optional<Nad>> nads,
            PatchbayConfig.Retry retry,
            Clock clock,
            RandomGenerator random) {
        this.bus = bus;
        this.podStatus = new PodStatus(bus);
        this.nads = nads;
        this.retry = retry;
        this.clock = clock;
        this.random = random;
    }

    /**
     * Makes one pass.
     *
     * @param newest gives the lane's state at any time during the pass, so that a newer wish ends it early
     * @return a future notified with the result; failed only by a fault in this program
     */
    Future<Pass> reconcile(String uid, LaneState state, Supplier<LaneState> newest) {
        if (state.pod().isEmpty()) {
            return release(uid, Optional.empty(), state).map(again -> again.orElseGet(Pass::last));
        }
        var pod = state.pod().get();
        return bus.request(Addresses.HELD_PODS, uid).compose(held -> switch (Decision.about(pod, held.contains(uid))) {
            case Decision.Nothing _ -> Future.succeededFuture(Pass.idle(state));
            case Decision.Reject reject ->
                Future.succeededFuture(tell(state, event(pod, PodEvent.Reason.InterfaceAddRejected, reject.reason())));
            case Decision.Invalid invalid -> reportInvalid(pod, invalid, state);
            case Decision.FreeWhenGone _ -> freeWhenGone(pod, state);
            case Decision.Provide provide -> provide(pod, provide, state, newest);
        });
    }

    /** Returns how long to wait after a pass that failed by a fault in this program. */
    Duration pauseAfterError() {
        return retry.max();
    }

    private Future<Pass> freeWhenGone(PodSnapshot pod, LaneState state) {
        return inspect(
                pod,
                state,
                seen -> seen.remains()
                        ? release(pod.pod().uid(), sandboxId(seen), state)
                                .map(again -> again.orElseGet(() -> Pass.idle(state)))
                        : Future.succeededFuture(Pass.idle(state)));
    }

    private Future<Pass> provide(PodSnapshot pod, Decision.Provide wish, LaneState state, Supplier<LaneState> newest) {
        return inspect(pod, state, seen -> {
            var released = seen.remains()
                    ? release(pod.pod().uid(), sandboxId(seen), state)
                    : Future.succeededFuture(Optional.<Pass>empty());
            return released.compose(again -> switch (seen.sandbox()) {
                case Inspection.NoSandbox _ ->
                    Future.succeededFuture(again.orElseGet(() -> Pass.again(state, pause(state))));
                case Inspection.Unsuitable unsuitable ->
                    Future.succeededFuture(
                            wish.desired().isEmpty()
                                    ? Pass.idle(state)
                                    : tell(
                                            state,
                                            event(pod, PodEvent.Reason.InterfaceAddRejected, unsuitable.reason())));
                case Inspection.Ready ready ->
                    carryOut(pod, wish, ready, state, newest).map(pass -> sooner(pass, again));
            });
        });
    }

    private Future<Pass> carryOut(
            PodSnapshot pod,
            Decision.Provide wish,
            Inspection.Ready seen,
            LaneState state,
            Supplier<LaneState> newest) {
        var current = PodStatus.entries(pod);
        var plan = Plans.withDebts(
                AttachmentDiff.plan(wish.desired(), observation(pod, wish, seen, current)), seen.debts());
        var execution = new PlanExecution(
                bus,
                nads,
                retry,
                clock,
                random,
                pod.pod(),
                seen.sandbox(),
                state.ledger(),
                () -> newest.get().supersedes(pod));
        return execution.run(plan).compose(done -> {
            var status = Report.status(current, seen, plan, done.results());
            var condition = condition(pod, wish, done);
            Report.failures(done.results()).forEach(failure -> LOG.warn("pod {}: {}", pod.pod(), failure));
            return podStatus.write(pod, current, status, condition).map(written -> {
                Report.events(pod.pod(), done.results()).forEach(e -> bus.publish(Addresses.EVENT, e));
                var untouched = plan.untouched().isEmpty() || !wish.wasAsked()
                        ? Optional.<PodEvent>empty()
                        : Optional.of(event(pod, PodEvent.Reason.UnknownInterfaceLeft, Plans.describeUntouched(plan)));
                return pass(done, written, tellOnce(state, untouched), state);
            });
        });
    }

    private Pass pass(PlanExecution.Execution done, StatusWritten written, Optional<PodEvent> told, LaneState state) {
        var untilNext = done.ledger().untilNext(clock.instant());
        return switch (written) {
            case StatusWritten.Done w -> new Pass(done.ledger(), 0, untilNext, Optional.of(w.pod()), told, false);
            case StatusWritten.PodGone _ -> new Pass(done.ledger(), 0, untilNext, Optional.empty(), told, false);
            case StatusWritten.Failed failed -> {
                LOG.warn("network-status could not be written and is tried again: {}", failed.reason());
                yield sooner(
                        new Pass(done.ledger(), state.errors() + 1, untilNext, Optional.empty(), told, false),
                        Optional.of(Pass.again(state, pause(state))));
            }
        };
    }

    private Observation observation(
            PodSnapshot pod, Decision.Provide wish, Inspection.Ready seen, List<NetworkStatus> current) {
        var applied = seen.applied().stream()
                .filter(a -> wish.wasAsked() || a.origin() == Applied.Origin.PATCHBAY)
                .toList();
        var ours = applied.stream().map(Applied::interfaceName).toList();
        return new Observation(
                // Without an annotation nobody asked for anything: only what is ours is looked at.
                wish.wasAsked() ? current : Plans.entriesOf(current, ours),
                applied,
                // KubeVirt renames the links that it takes over: in a launcher a missing name is no lost link.
                pod.virtualMachine() ? Plans.union(seen.links(), ours) : seen.links(),
                Plans.existing(current, nads));
    }

    /**
     * A pass that a newer wish cut short cannot tell whether the pod is ready: the next one does. A pod that asks for
     * nothing has the condition only if it had it before.
     */
    private static Optional<Condition> condition(PodSnapshot pod, Decision.Provide wish, PlanExecution.Execution done) {
        return done.complete() && (wish.wasAsked() || pod.condition().isPresent())
                ? Optional.of(Report.condition(done.results()))
                : Optional.empty();
    }

    private Future<Pass> reportInvalid(PodSnapshot pod, Decision.Invalid invalid, LaneState state) {
        var pass = tell(state, event(pod, PodEvent.Reason.InvalidNetworksAnnotation, invalid.message()));
        var condition = new Condition(false, "InvalidNetworksAnnotation", invalid.message());
        return podStatus.write(pod, Optional.empty(), Optional.of(condition)).map(written -> switch (written) {
            case StatusWritten.Failed _ -> sooner(pass, Optional.of(Pass.again(state, pause(state))));
            case StatusWritten.Done _, StatusWritten.PodGone _ -> pass;
        });
    }

    /** Asks the agent; while it cannot answer, nothing is concluded and the pass is repeated. */
    private Future<Pass> inspect(PodSnapshot pod, LaneState state, Function<Inspection, Future<Pass>> next) {
        return bus.request(Addresses.INSPECT, new Inspect(pod.pod()))
                .map(Optional::of)
                .otherwise(e -> {
                    LOG.warn(
                            "pod {}: its sandbox cannot be looked at and is tried again: {}",
                            pod.pod(),
                            e.getMessage());
                    return Optional.empty();
                })
                .compose(seen -> seen.isPresent()
                        ? next.apply(seen.get())
                        : Future.succeededFuture(Pass.again(state, pause(state))));
    }

    /** Frees what is left in sandboxes that are gone; empty: all of it is. */
    private Future<Optional<Pass>> release(String uid, Optional<String> except, LaneState state) {
        return bus.request(Addresses.RELEASE, new Release(uid, except))
                .otherwise(e -> new Outcome.Failed(AttachException.Kind.FAILED, e.getMessage()))
                .map(outcome -> switch (outcome) {
                    case Outcome.Done _ -> Optional.empty();
                    case Outcome.Failed failed -> {
                        LOG.warn("pod {}: not everything is freed yet: {}", uid, failed.reason());
                        yield Optional.of(Pass.again(state, pause(state)));
                    }
                });
    }

    private Pass tell(LaneState state, PodEvent event) {
        return new Pass(
                RetryLedger.EMPTY, 0, Optional.empty(), Optional.empty(), tellOnce(state, Optional.of(event)), false);
    }

    private Optional<PodEvent> tellOnce(LaneState state, Optional<PodEvent> event) {
        if (!event.equals(state.told())) {
            event.ifPresent(e -> {
                LOG.warn("pod {}: {}: {}", e.pod(), e.reason(), e.message());
                bus.publish(Addresses.EVENT, e);
            });
        }
        return event;
    }

    private static PodEvent event(PodSnapshot pod, PodEvent.Reason reason, String message) {
        return new PodEvent(pod.pod(), reason, message);
    }

    private Duration pause(LaneState state) {
        return RetryLedger.pause(state.errors() + 1, retry, random);
    }

    private static Optional<String> sandboxId(Inspection seen) {
        return switch (seen.sandbox()) {
            case Inspection.NoSandbox _ -> Optional.empty();
            case Inspection.Unsuitable unsuitable -> Optional.of(unsuitable.sandboxId());
            case Inspection.Ready ready -> Optional.of(ready.sandbox().id());
        };
    }

    private static Pass sooner(Pass pass, Optional<Pass> other) {
        if (other.isEmpty()) {
            return pass;
        }
        var again = Optional.of(pass.again()
                .flatMap(a -> other.get().again().map(b -> a.compareTo(b) < 0 ? a : b))
                .or(() -> other.get().again())
                .orElse(Duration.ZERO));
        return new Pass(pass.ledger(), other.get().errors(), again, pass.pod(), pass.told(), pass.finished());
    }
}

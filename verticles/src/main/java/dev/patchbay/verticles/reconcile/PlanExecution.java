package dev.patchbay.verticles.reconcile;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.plan.AttachmentPlan;
import dev.patchbay.annotations.plan.AttachmentPlan.Plug;
import dev.patchbay.annotations.plan.AttachmentPlan.Unplug;
import dev.patchbay.annotations.selection.NetworkSelectionElement;
import dev.patchbay.multus.attach.AttachException;
import dev.patchbay.multus.attach.PlugOrder;
import dev.patchbay.multus.attach.SandboxRef;
import dev.patchbay.multus.attach.UnplugOrder;
import dev.patchbay.multus.nad.Nad;
import dev.patchbay.multus.nad.PodRef;
import dev.patchbay.verticles.bus.Addresses;
import dev.patchbay.verticles.bus.Bus;
import dev.patchbay.verticles.bus.Outcome;
import dev.patchbay.verticles.config.PatchbayConfig;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out one plan, step by step: unplugs, then plugs. Steps fail alone. A step that failed before waits for its
 * turn, unless what it would be tried with has changed. Used for one pass and on one event loop.
 */
final class PlanExecution {

    private static final Logger LOG = LoggerFactory.getLogger(PlanExecution.class);

    private final Bus bus;
    private final Function<NetworkName, Optional<Nad>> nads;
    private final PatchbayConfig.Retry retry;
    private final Clock clock;
    private final RandomGenerator random;
    private final PodRef pod;
    private final SandboxRef sandbox;
    private final BooleanSupplier superseded;

    private final List<StepResult> results = new ArrayList<>();
    private final Set<String> occupied = new HashSet<>();
    private final Set<String> failing = new HashSet<>();
    private RetryLedger ledger;

    PlanExecution(
            Bus bus,
            Function<NetworkName, Optional<Nad>> nads,
            PatchbayConfig.Retry retry,
            Clock clock,
            RandomGenerator random,
            PodRef pod,
            SandboxRef sandbox,
            RetryLedger ledger,
            BooleanSupplier superseded) {
        this.bus = bus;
        this.nads = nads;
        this.retry = retry;
        this.clock = clock;
        this.random = random;
        this.pod = pod;
        this.sandbox = sandbox;
        this.ledger = ledger;
        this.superseded = superseded;
    }

    /** What a step is tried with. While it stays the same, a failed step waits for its turn. */
    private record Inputs(
            String verb, Optional<NetworkSelectionElement> element, String sandboxId, Optional<Nad> nad) {}

    /**
     * The result of an execution.
     *
     * @param complete whether every step had its turn; if not, a newer wish came in between
     */
    record Execution(List<StepResult> results, RetryLedger ledger, boolean complete) {

        Execution {
            results = List.copyOf(results);
        }
    }

    /** Carries out {@code plan}; the future never fails because of a step. */
    Future<Execution> run(AttachmentPlan plan) {
        Future<Boolean> steps = Future.succeededFuture(true);
        for (var step : plan.unplugs()) {
            steps = steps.compose(goOn -> goOn ? unplug(step) : Future.succeededFuture(false));
        }
        for (var step : plan.plugs()) {
            steps = steps.compose(goOn -> goOn ? plug(step) : Future.succeededFuture(false));
        }
        return steps.map(complete -> new Execution(results, complete ? ledger.retain(failing) : ledger, complete));
    }

    private Future<Boolean> unplug(Unplug step) {
        if (superseded.getAsBoolean()) {
            return Future.succeededFuture(false);
        }
        var nad = step.network().flatMap(nads);
        var inputs = new Inputs("unplug", Optional.empty(), sandbox.id(), nad);
        var held = ledger.holding(step.interfaceName(), inputs, now());
        if (held.isPresent()) {
            occupied.add(step.interfaceName());
            failing.add(step.interfaceName());
            results.add(new StepResult.UnplugFailed(
                    step, held.get().reason(), false, held.get().isLoud()));
            return Future.succeededFuture(true);
        }
        LOG.info("pod {}: unplug {} ({})", pod, step.interfaceName(), step.displayName());
        var order = new UnplugOrder(sandbox, pod, step.interfaceName(), nad);
        return outcome(bus.request(Addresses.UNPLUG, order)).map(outcome -> {
            switch (outcome) {
                case Outcome.Done _ -> results.add(new StepResult.Unplugged(step));
                case Outcome.Failed failed -> {
                    occupied.add(step.interfaceName());
                    var failure = failed(step.interfaceName(), inputs, failed);
                    results.add(new StepResult.UnplugFailed(step, failed.reason(), true, failure.isLoud()));
                }
            }
            return true;
        });
    }

    private Future<Boolean> plug(Plug step) {
        if (superseded.getAsBoolean()) {
            return Future.succeededFuture(false);
        }
        var name = step.interfaceName();
        if (occupied.contains(name)) {
            results.add(new StepResult.PlugFailed(step, "its former network could not be removed yet", false, false));
            return Future.succeededFuture(true);
        }
        var nad = nads.apply(step.element().network());
        var inputs = new Inputs("plug", Optional.of(step.element()), sandbox.id(), nad);
        var held = ledger.holding(name, inputs, now());
        if (held.isPresent()) {
            failing.add(name);
            results.add(new StepResult.PlugFailed(
                    step, held.get().reason(), false, held.get().isLoud()));
            return Future.succeededFuture(true);
        }
        LOG.info("pod {}: plug {} ({})", pod, name, step.element().network());
        return tryPlug(step, nad).map(outcome -> {
            switch (outcome) {
                case Outcome.Done done -> results.add(new StepResult.Plugged(step, done.status()));
                case Outcome.Failed failed -> {
                    var failure = failed(name, inputs, failed);
                    results.add(new StepResult.PlugFailed(step, failed.reason(), true, failure.isLoud()));
                }
            }
            return true;
        });
    }

    private Future<Outcome> tryPlug(Plug step, Optional<Nad> nad) {
        if (nad.isEmpty()) {
            return Future.succeededFuture(new Outcome.Failed(
                    AttachException.Kind.CONFIGURATION,
                    "the NetworkAttachmentDefinition %s does not exist"
                            .formatted(step.element().network())));
        }
        var order = new PlugOrder(sandbox, pod, nad.get(), step.element().request(), step.interfaceName());
        return outcome(bus.request(Addresses.PLUG, order));
    }

    private static Future<Outcome> outcome(Future<Outcome> answer) {
        return answer.otherwise(e -> new Outcome.Failed(AttachException.Kind.FAILED, e.getMessage()));
    }

    private RetryLedger.Failure failed(String interfaceName, Inputs inputs, Outcome.Failed failed) {
        failing.add(interfaceName);
        ledger = ledger.failed(interfaceName, inputs, failed.kind(), failed.reason(), now(), retry, random);
        return ledger.failures().get(interfaceName);
    }

    private Instant now() {
        return clock.instant();
    }
}

package dev.patchbay.verticles.agent;

import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.cri.CriClient;
import dev.patchbay.cri.Sandbox;
import dev.patchbay.cri.SandboxDetails;
import dev.patchbay.multus.attach.AttachException;
import dev.patchbay.multus.attach.Attacher;
import dev.patchbay.multus.attach.PlugOrder;
import dev.patchbay.multus.attach.UnplugOrder;
import dev.patchbay.multus.cache.AttachmentCache;
import dev.patchbay.multus.cache.CachedAttachment;
import dev.patchbay.verticles.bus.Addresses;
import dev.patchbay.verticles.bus.Bus;
import dev.patchbay.verticles.bus.Inspect;
import dev.patchbay.verticles.bus.Inspection;
import dev.patchbay.verticles.bus.Outcome;
import dev.patchbay.verticles.bus.Release;
import dev.patchbay.verticles.config.PatchbayConfig;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.WorkerExecutor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acts on the sandboxes of this node. Orders for one pod come one at a time, from its lane; orders for different pods run
 * side by side, up to the configured number.
 */
public final class AgentVerticle extends VerticleBase {

    private static final Logger LOG = LoggerFactory.getLogger(AgentVerticle.class);

    /** A plug may run a DEL before and after its ADD. */
    private static final int CALLS_PER_ORDER = 4;

    private final Bus bus;
    private final PatchbayConfig config;
    private final CriClient cri;
    private final AttachmentCache cache;
    private final Attacher attacher;
    private final SandboxInspector inspector;
    private final AgentMeters meters;

    /** Details of sandboxes that are complete: they never change for one sandbox ID. Confined to the event loop. */
    private final Map<String, SandboxDetails> known = new HashMap<>();

    private WorkerExecutor workers;
    private WorkerExecutor lookers;

    /** Creates the agent over the parts that it needs. */
    public AgentVerticle(Bus bus, PatchbayConfig config, AgentParts parts) {
        this.bus = bus;
        this.config = config;
        this.cri = parts.cri();
        this.cache = parts.cache();
        this.attacher = parts.attacher();
        this.inspector = new SandboxInspector(parts.cache(), parts.foreign(), parts.namespaces());
        this.meters = new AgentMeters(parts.meters(), parts.cache());
    }

    @Override
    public Future<?> start() {
        var limit = config.cni().addTimeout().plus(config.cni().delTimeout()).multipliedBy(CALLS_PER_ORDER);
        workers = vertx.createSharedWorkerExecutor(
                "patchbay-cni", config.cni().parallelism(), limit.toSeconds() + 1, TimeUnit.SECONDS);
        lookers = vertx.createSharedWorkerExecutor("patchbay-look", config.cni().parallelism());
        bus.serve(Addresses.HELD_PODS, _ -> Future.succeededFuture(heldPods()));
        bus.serve(Addresses.INSPECT, this::inspect);
        bus.serve(Addresses.PLUG, this::plug);
        bus.serve(Addresses.UNPLUG, this::unplug);
        bus.serve(Addresses.RELEASE, this::release);
        vertx.setPeriodic(config.sweep().toMillis(), _ -> sweep());
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        return Future.join(workers.close(), lookers.close());
    }

    private Set<String> heldPods() {
        return cache.all().stream().map(AgentVerticle::podUid).collect(Collectors.toUnmodifiableSet());
    }

    private Future<Inspection> inspect(Inspect question) {
        var uid = question.pod().uid();
        return cri.findSandbox(uid).compose(sandbox -> {
            var remains = cache.all().stream()
                    .filter(a -> podUid(a).equals(uid))
                    .anyMatch(a -> !sandbox.map(Sandbox::id)
                            .equals(Optional.of(a.call().containerId())));
            return state(sandbox).map(state -> new Inspection(state, remains));
        });
    }

    private Future<Inspection.SandboxState> state(Optional<Sandbox> sandbox) {
        return sandbox.isEmpty()
                ? Future.succeededFuture(new Inspection.NoSandbox())
                : details(sandbox.get()).compose(this::state);
    }

    private Future<Inspection.SandboxState> state(SandboxDetails details) {
        if (details.networkMode() == SandboxDetails.NetworkMode.NODE) {
            return unsuitable(details, "its sandbox uses the host's network");
        }
        if (details.isVirtualMachine()) {
            return unsuitable(
                    details,
                    "its sandbox is a virtual machine (%s) whose runtime does not forward new interfaces"
                            .formatted(details.runtimeHandler()));
        }
        if (details.netnsClosed()) {
            return Future.succeededFuture(new Inspection.NoSandbox());
        }
        if (details.netnsPath().isEmpty()) {
            return unsuitable(details, "the container runtime tells no network namespace of its sandbox");
        }
        var netns = Path.of(details.netnsPath().get());
        return lookers.executeBlocking(() -> inspector.look(details, netns), false)
                .map(ready -> ready);
    }

    private Future<SandboxDetails> details(Sandbox sandbox) {
        var details = known.get(sandbox.id());
        return details != null
                ? Future.succeededFuture(details)
                : cri.details(sandbox.id()).onSuccess(d -> {
                    if (isComplete(d)) {
                        known.put(sandbox.id(), d);
                    }
                });
    }

    /** While a sandbox is being made, and while its shim is away, the runtime tells less of it than later. */
    private static boolean isComplete(SandboxDetails details) {
        return details.isReady() && details.netnsPath().isPresent();
    }

    private static Future<Inspection.SandboxState> unsuitable(SandboxDetails details, String reason) {
        return Future.succeededFuture(new Inspection.Unsuitable(details.sandboxId(), reason));
    }

    private Future<Outcome> plug(PlugOrder order) {
        return work(() -> meters.plug(() -> attacher.plug(order)));
    }

    private Future<Outcome> unplug(UnplugOrder order) {
        return work(() -> meters.unplug(() -> {
            attacher.unplug(order);
            return List.of();
        }));
    }

    private Future<Outcome> release(Release order) {
        return work(() -> {
            releaseAll(order);
            return List.of();
        });
    }

    private void releaseAll(Release order) throws AttachException {
        var failures = new ArrayList<String>();
        for (var attachment : cache.all()) {
            if (podUid(attachment).equals(order.podUid())
                    && !order.except().equals(Optional.of(attachment.call().containerId()))) {
                try {
                    attacher.release(attachment);
                    LOG.info(
                            "pod {}: released {} of sandbox {}",
                            order.podUid(),
                            attachment.call().interfaceName(),
                            attachment.call().containerId());
                } catch (AttachException e) {
                    failures.add(attachment.call().interfaceName() + ": " + e.getMessage());
                }
            }
        }
        if (!failures.isEmpty()) {
            throw new AttachException(AttachException.Kind.FAILED, String.join("; ", failures));
        }
    }

    /** A piece of blocking work that yields entries of network-status. */
    interface Work {
        List<NetworkStatus> run() throws AttachException;
    }

    private Future<Outcome> work(Work work) {
        return workers.executeBlocking(
                () -> {
                    try {
                        return new Outcome.Done(work.run());
                    } catch (AttachException e) {
                        LOG.debug("an order failed", e);
                        return new Outcome.Failed(e.kind(), e.getMessage());
                    }
                },
                false);
    }

    /** Compares the records with the runtime's sandboxes: whoever has one that is gone is looked at again. */
    private void sweep() {
        cri.listSandboxes()
                .onSuccess(sandboxes -> {
                    var ready = sandboxes.stream()
                            .filter(Sandbox::isReady)
                            .map(Sandbox::id)
                            .collect(Collectors.toSet());
                    known.keySet().retainAll(ready);
                    cache.all().stream()
                            .filter(a -> !ready.contains(a.call().containerId()))
                            .map(AgentVerticle::podUid)
                            .distinct()
                            .forEach(uid -> bus.publish(Addresses.LOOK_AGAIN, uid));
                })
                .onFailure(e -> LOG.warn("the sandboxes could not be listed for the sweep: {}", e.getMessage()));
    }

    private static String podUid(CachedAttachment attachment) {
        return attachment.provenance().map(CachedAttachment.Provenance::podUid).orElse("");
    }
}

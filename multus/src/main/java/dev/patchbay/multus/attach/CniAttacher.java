package dev.patchbay.multus.attach;

import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.multus.attach.AttachException.Kind;
import dev.patchbay.multus.cache.AttachmentCache;
import dev.patchbay.multus.cache.CachedAttachment;
import dev.patchbay.multus.cache.CachedAttachment.Phase;
import dev.patchbay.multus.cache.CachedAttachment.Provenance;
import dev.patchbay.multus.cache.ForeignCaches;
import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.cni.CniException;
import dev.patchbay.multus.cni.CniResult;
import dev.patchbay.multus.cni.CniRuntime;
import dev.patchbay.multus.cni.HostCommands;
import dev.patchbay.multus.cni.ProcessTrees;
import dev.patchbay.multus.netns.DefaultRoute;
import dev.patchbay.multus.netns.DefaultRoutes;
import dev.patchbay.multus.netns.LinkCheck;
import dev.patchbay.multus.netns.NamespaceView;
import dev.patchbay.multus.netns.NetworkNamespaces;
import dev.patchbay.multus.policy.Policy;
import dev.patchbay.multus.status.StatusEntries;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The attacher that runs the CNI plugins itself, by libcni's rules. */
public final class CniAttacher implements Attacher {

    private static final Logger LOG = LoggerFactory.getLogger(CniAttacher.class);

    private final CallPreparation preparation;
    private final CniRuntime runtime;
    private final NetworkNamespaces namespaces;
    private final AttachmentCache cache;
    private final ForeignCaches foreign;
    private final Teardown teardown;
    private final Routes routes;
    private final DeviceFiles deviceFiles;
    private final Clock clock;

    /** Creates an attacher over the parts that it needs. */
    public CniAttacher(
            CallPreparation preparation,
            CniRuntime runtime,
            HostCommands commands,
            NetworkNamespaces namespaces,
            AttachmentCache cache,
            ForeignCaches foreign,
            Clock clock) {
        this.preparation = preparation;
        this.runtime = runtime;
        this.namespaces = namespaces;
        this.cache = cache;
        this.foreign = foreign;
        this.teardown = new Teardown(runtime, namespaces, commands);
        this.routes = new Routes(namespaces);
        this.deviceFiles = new DeviceFiles(preparation.deviceInfo());
        this.clock = clock;
    }

    @Override
    public List<NetworkStatus> plug(PlugOrder order) throws AttachException {
        var sandbox = order.sandbox();
        var known = cache.get(sandbox.id(), order.interfaceName());
        if (known.isPresent()) {
            if (isWhatIsAsked(known.get(), order)) {
                return known.get().provenance().orElseThrow().status();
            }
            remove(known.get());
        }
        preparation.proveNamespace(sandbox);
        var call = preparation.call(order, present(sandbox.id()));
        var before = look(sandbox.netns());
        var taken = LinkCheck.beforeAdd(before, order.interfaceName());
        if (taken.isPresent()) {
            throw new AttachException(Kind.REFUSED, taken.get());
        }
        return add(order, call, before);
    }

    private List<CachedAttachment> present(String sandboxId) {
        return Stream.concat(cache.ofSandbox(sandboxId).stream(), foreign.ofSandbox(sandboxId).stream())
                .toList();
    }

    private List<NetworkStatus> add(PlugOrder order, CniCall call, NamespaceView before) throws AttachException {
        var intent = new CachedAttachment(
                call,
                Optional.empty(),
                Optional.of(provenance(order, Phase.ADDING, List.of(), before.defaultRoutes())));
        save(intent);
        CniResult result;
        try {
            result = runtime.add(call);
        } catch (CniException e) {
            if (e.pluginRan()) {
                undo(intent, e.lastResult(), e, () -> teardown.runAfterFailedAdd(call, e));
            } else {
                forget(intent);
            }
            throw new AttachException(kindOf(e), e.getMessage(), e);
        }
        try {
            return settle(order, call, before, result);
        } catch (AttachException e) {
            undo(intent, Optional.of(result), e, () -> teardown.run(call, Optional.of(result)));
            throw e;
        }
    }

    /** Looks at what ADD made, keeps the default route where it belongs, and records the attachment. */
    private List<NetworkStatus> settle(PlugOrder order, CniCall call, NamespaceView before, CniResult result)
            throws AttachException {
        var netns = order.sandbox().netns();
        var after = look(netns);
        var faults = LinkCheck.afterAdd(after, result, order.interfaceName(), call.netns());
        if (!faults.isEmpty()) {
            throw new AttachException(Kind.FAILED, String.join(" ", faults));
        }
        var displaced = arrangeDefaultRoutes(order, netns, before, after);
        var status = StatusEntries.from(
                ResultRoutes.asArranged(result, order.request()),
                order.nad().name().toString(),
                order.interfaceName(),
                false,
                deviceFiles.read(call));
        save(new CachedAttachment(
                call, Optional.of(result), Optional.of(provenance(order, Phase.ATTACHED, status, displaced))));
        return status;
    }

    private List<DefaultRoute> arrangeDefaultRoutes(
            PlugOrder order, Path netns, NamespaceView before, NamespaceView after) throws AttachException {
        var changes = DefaultRoutes.afterAdd(
                before, after, order.interfaceName(), order.request().defaultRoute());
        routes.apply(netns, changes);
        return routes.inherited(
                DefaultRoutes.displaced(before, after, changes, order.interfaceName()),
                cache.ofSandbox(order.sandbox().id()));
    }

    @Override
    public void unplug(UnplugOrder order) throws AttachException {
        if (Policy.isReserved(order.interfaceName())) {
            throw new AttachException(
                    Kind.REFUSED,
                    "%s is never unplugged: it is the pod's own, whatever its network-status says"
                            .formatted(order.interfaceName()));
        }
        var known = cache.get(order.sandbox().id(), order.interfaceName());
        if (known.isPresent()) {
            remove(known.get());
            return;
        }
        var made = foreign.ofSandbox(order.sandbox().id()).stream()
                .filter(a -> a.call().interfaceName().equals(order.interfaceName()))
                .findFirst();
        if (made.isPresent()) {
            teardown.run(
                    preparation.in(order.sandbox(), made.get().call()),
                    made.get().result());
            forgetForeign(made.get());
            return;
        }
        teardown.run(preparation.call(order), Optional.empty());
    }

    @Override
    public void release(CachedAttachment attachment) throws AttachException {
        remove(attachment);
    }

    /** Removes an attachment of ours, from the namespace where there is one, and then its record. */
    private void remove(CachedAttachment attachment) throws AttachException {
        var call = attachment.call();
        int killed = ProcessTrees.killLeftovers(call.containerId(), call.interfaceName());
        if (killed > 0) {
            LOG.warn(
                    "{} of sandbox {}: ended {} plugin processes of an earlier run",
                    call.interfaceName(),
                    call.containerId(),
                    killed);
        }
        save(inPhase(attachment, Phase.DELETING));
        teardown.run(call, attachment.result());
        routes.putBack(attachment);
        forget(attachment);
    }

    /** Removes what a failed ADD left; where that fails too, the record stays as a debt for the next attempt. */
    private void undo(CachedAttachment intent, Optional<CniResult> lastResult, Exception reason, Undoing undoing) {
        var debt = new CachedAttachment(
                intent.call(), lastResult, inPhase(intent, Phase.DELETING).provenance());
        try {
            save(debt);
        } catch (AttachException e) {
            // The intent is on disk and says the same; a full disk is no reason to leave the link.
            reason.addSuppressed(e);
        }
        try {
            undoing.run();
            routes.putBack(debt);
            forget(debt);
        } catch (AttachException e) {
            LOG.warn(
                    "{} of sandbox {}: what a failed ADD left could not be removed yet: {}",
                    intent.call().interfaceName(),
                    intent.call().containerId(),
                    e.getMessage());
            reason.addSuppressed(e);
        }
    }

    private interface Undoing {
        void run() throws AttachException;
    }

    private static boolean isWhatIsAsked(CachedAttachment known, PlugOrder order) {
        return known.provenance()
                .filter(p -> p.phase() == Phase.ATTACHED)
                .filter(p -> p.network().equals(order.nad().name()))
                .filter(p -> p.request().equals(order.request()))
                .isPresent();
    }

    private Provenance provenance(
            PlugOrder order, Phase phase, List<NetworkStatus> status, List<DefaultRoute> displacedRoutes) {
        var pod = order.pod();
        return new Provenance(
                pod.namespace(),
                pod.name(),
                pod.uid(),
                order.nad().name(),
                order.request(),
                phase,
                clock.instant(),
                status,
                displacedRoutes);
    }

    private CachedAttachment inPhase(CachedAttachment attachment, Phase phase) {
        return new CachedAttachment(
                attachment.call(), attachment.result(), attachment.provenance().map(p -> p.in(phase, clock.instant())));
    }

    private NamespaceView look(Path netns) throws AttachException {
        try {
            return namespaces.look(netns);
        } catch (IOException e) {
            throw new AttachException(
                    Kind.SANDBOX, "the sandbox's network namespace cannot be read: %s".formatted(e.getMessage()), e);
        }
    }

    private void save(CachedAttachment attachment) throws AttachException {
        try {
            cache.put(attachment);
        } catch (IOException e) {
            throw new AttachException(
                    Kind.FAILED, "the attachment cannot be recorded on this node: %s".formatted(e.getMessage()), e);
        }
    }

    private void forget(CachedAttachment attachment) throws AttachException {
        deviceFiles.delete(attachment.call());
        try {
            cache.remove(attachment.call().containerId(), attachment.call().interfaceName());
        } catch (IOException e) {
            throw new AttachException(
                    Kind.FAILED, "the attachment's record cannot be removed: %s".formatted(e.getMessage()), e);
        }
    }

    private void forgetForeign(CachedAttachment attachment) {
        try {
            foreign.remove(attachment);
        } catch (IOException e) {
            LOG.info("the cache file of another program could not be removed: {}", e.getMessage());
        }
    }

    private static Kind kindOf(CniException e) {
        return switch (e.kind()) {
            case CONFIGURATION -> Kind.CONFIGURATION;
            case SANDBOX -> Kind.SANDBOX;
            case TRY_AGAIN -> Kind.TRY_AGAIN;
            case PLUGIN_MISSING, TIMEOUT, BROKEN_OUTPUT, PLUGIN -> Kind.FAILED;
        };
    }
}

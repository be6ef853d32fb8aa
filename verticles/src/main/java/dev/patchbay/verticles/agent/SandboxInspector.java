package dev.patchbay.verticles.agent;

import dev.patchbay.annotations.plan.Applied;
import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.cri.SandboxDetails;
import dev.patchbay.multus.attach.SandboxRef;
import dev.patchbay.multus.cache.AttachmentCache;
import dev.patchbay.multus.cache.CachedAttachment;
import dev.patchbay.multus.cache.CachedAttachment.Phase;
import dev.patchbay.multus.cache.CachedAttachment.Provenance;
import dev.patchbay.multus.cache.ForeignCaches;
import dev.patchbay.multus.netns.NetworkNamespaces;
import dev.patchbay.multus.status.StatusEntries;
import dev.patchbay.verticles.bus.Inspection.Ready;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Looks into one sandbox: its namespace, and what the caches say of it. Blocks. */
final class SandboxInspector {

    /** The interface of the pod's own network, by the container runtimes' convention. */
    private static final String DEFAULT_INTERFACE = "eth0";

    /** Interfaces that the container runtime makes and owns. */
    private static final Set<String> RUNTIME_INTERFACES = Set.of(DEFAULT_INTERFACE, "lo");

    private final AttachmentCache cache;
    private final ForeignCaches foreign;
    private final NetworkNamespaces namespaces;

    SandboxInspector(AttachmentCache cache, ForeignCaches foreign, NetworkNamespaces namespaces) {
        this.cache = cache;
        this.foreign = foreign;
        this.namespaces = namespaces;
    }

    Ready look(SandboxDetails details, Path netns) throws IOException {
        var view = namespaces.look(netns);
        var applied = new ArrayList<Applied>();
        var debts = new HashSet<String>();
        for (var attachment : cache.ofSandbox(details.sandboxId())) {
            var provenance = attachment.provenance().orElseThrow();
            if (provenance.phase() == Phase.ATTACHED) {
                applied.add(ours(attachment, provenance));
            } else {
                debts.add(attachment.call().interfaceName());
            }
        }
        var ourInterfaces = applied.stream().map(Applied::interfaceName).toList();
        Optional<NetworkStatus> defaultNetwork = Optional.empty();
        for (var attachment : foreign.ofSandbox(details.sandboxId())) {
            var name = attachment.call().interfaceName();
            if (name.equals(DEFAULT_INTERFACE)) {
                defaultNetwork = defaultEntry(attachment);
            } else if (!RUNTIME_INTERFACES.contains(name) && !ourInterfaces.contains(name) && !debts.contains(name)) {
                applied.add(others(attachment));
            }
        }
        return new Ready(
                new SandboxRef(details.sandboxId(), netns, details.pid()),
                applied,
                debts,
                view.linkNames(),
                defaultNetwork.or(() -> DefaultNetworks.from(details)));
    }

    private static Applied ours(CachedAttachment attachment, Provenance provenance) {
        return new Applied(
                attachment.call().interfaceName(),
                Optional.of(provenance.network()),
                attachment.call().network().name(),
                Optional.of(provenance.request()),
                Applied.Origin.PATCHBAY,
                provenance.status());
    }

    private static Applied others(CachedAttachment attachment) {
        return new Applied(
                attachment.call().interfaceName(),
                Optional.empty(),
                attachment.call().network().name(),
                Optional.empty(),
                Applied.Origin.OTHER,
                entries(attachment, false));
    }

    private static Optional<NetworkStatus> defaultEntry(CachedAttachment attachment) {
        return entries(attachment, true).stream()
                .filter(NetworkStatus::isDefault)
                .findFirst();
    }

    private static List<NetworkStatus> entries(CachedAttachment attachment, boolean isDefault) {
        return attachment
                .result()
                .map(result -> StatusEntries.from(
                        result,
                        attachment.call().network().name(),
                        attachment.call().interfaceName(),
                        isDefault,
                        Optional.empty()))
                .orElse(List.of());
    }
}

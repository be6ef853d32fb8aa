package dev.patchbay.verticles.reconcile;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.plan.Applied;
import dev.patchbay.annotations.plan.Applied.Origin;
import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.annotations.selection.NetworkSelectionElement;
import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.annotations.status.NetworkStatuses;
import dev.patchbay.multus.attach.SandboxRef;
import dev.patchbay.multus.nad.Nad;
import dev.patchbay.verticles.bus.Inspection.Ready;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;

/** Short forms for what tests of the reconciler speak of: entries, attachments, sandboxes, NADs. */
final class Entries {

    static final SandboxRef SANDBOX = new SandboxRef("s1", Path.of("/run/netns/s1"), OptionalLong.empty());

    static final NetworkStatus DEFAULT = entry("cbr0", "eth0", true, "10.88.0.7");

    private Entries() {}

    static NetworkName network(String name) {
        return new NetworkName("ns1", name);
    }

    static Nad nad(String name) {
        return new Nad(network(name), Optional.of("{}"), Optional.empty(), "1");
    }

    static NetworkSelectionElement element(String name, String interfaceName) {
        return new NetworkSelectionElement(network(name), Optional.of(interfaceName), AttachmentRequest.NONE, Map.of());
    }

    static NetworkStatus entry(String network, String interfaceName, String... ips) {
        return entry(network, interfaceName, false, ips);
    }

    private static NetworkStatus entry(String network, String interfaceName, boolean isDefault, String... ips) {
        return new NetworkStatus(
                network,
                Optional.of(interfaceName),
                List.of(ips),
                Optional.empty(),
                OptionalInt.empty(),
                isDefault,
                List.of(),
                JsonNodeFactory.instance.objectNode(),
                Optional.empty(),
                Map.of());
    }

    /** Returns an attachment that Patchbay made, with one entry. */
    static Applied ours(String network, String interfaceName, String... ips) {
        return new Applied(
                interfaceName,
                Optional.of(network(network)),
                network,
                Optional.of(AttachmentRequest.NONE),
                Origin.PATCHBAY,
                List.of(entry("ns1/" + network, interfaceName, ips)));
    }

    /** Returns an attachment that Multus made. */
    static Applied others(String network, String interfaceName, String... ips) {
        return new Applied(
                interfaceName,
                Optional.empty(),
                network,
                Optional.empty(),
                Origin.OTHER,
                List.of(entry(network, interfaceName, ips)));
    }

    /** Returns a sandbox that has these attachments, and their links. */
    static Ready sandbox(Applied... applied) {
        return new Ready(SANDBOX, List.of(applied), Set.of(), links(applied), Optional.of(DEFAULT));
    }

    private static Set<String> links(Applied... applied) {
        var links = new HashSet<>(Set.of("lo", "eth0"));
        List.of(applied).forEach(a -> links.add(a.interfaceName()));
        return links;
    }

    static String text(NetworkStatus... entries) {
        return NetworkStatuses.write(List.of(entries));
    }
}

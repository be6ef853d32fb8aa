package dev.patchbay.annotations.plan;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.plan.Applied.Origin;
import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.annotations.selection.NetworkSelectionElement;
import dev.patchbay.annotations.selection.NetworkSelections;
import dev.patchbay.annotations.selection.ParsedSelections;
import dev.patchbay.annotations.status.NetworkStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A pod in a few words, separated by commas, in status order. Each thing is {@code <kind> <nad>@<interface>}, with
 * {@code #<ip>} behind it for a request, and {@code +<interface>} for a second interface of the same result:
 * <ul>
 *   <li>{@code made}: Patchbay attached it; {@code unlisted}: the same, without a status entry; {@code lost}: without a link
 *   <li>{@code multus}: another program attached it, and its cache tells neither namespace nor request
 *   <li>{@code unlisted-multus}: the same, without a status entry
 *   <li>{@code entry}: only a status entry, a link and a NAD; {@code foreign}: without a NAD; {@code ghost}: without a link
 *   <li>{@code default}: the default network; {@code link}: a link that nothing tells of
 *   <li>{@code linkless}: Patchbay attached it, and the plugin made no interface
 * </ul>
 */
final class PodSketch {

    private final List<NetworkStatus> status = new ArrayList<>();
    private final List<Applied> applied = new ArrayList<>();
    private final Set<String> links = new HashSet<>();
    private final Set<NetworkName> nads = new HashSet<>();

    private PodSketch() {}

    static Observation pod(String sketch) {
        var pod = new PodSketch();
        Stream.of(sketch.split(",", -1))
                .map(String::strip)
                .filter(s -> !s.isEmpty())
                .forEach(pod::add);
        return new Observation(pod.status, pod.applied, pod.links, pod.nads);
    }

    /** Elements as {@code <nad>@<interface>#<ip>}, separated by commas; the interface and the IP may be left out. */
    static List<NetworkSelectionElement> annotation(String sketch) {
        return Stream.of(sketch.split(",", -1))
                .map(String::strip)
                .filter(s -> !s.isEmpty())
                .map(PodSketch::element)
                .toList();
    }

    static NetworkStatus entry(String name, Optional<String> interfaceName, boolean isDefault) {
        return new NetworkStatus(
                name,
                interfaceName,
                List.of(),
                Optional.empty(),
                OptionalInt.empty(),
                isDefault,
                List.of(),
                JsonNodeFactory.instance.objectNode(),
                Optional.empty(),
                Map.of());
    }

    private static NetworkSelectionElement element(String sketch) {
        var parts = sketch.split("#", 2);
        var parsed = (ParsedSelections.Valid) NetworkSelections.parse(parts[0], "ns");
        var element = parsed.elements().getFirst();
        return new NetworkSelectionElement(
                element.network(),
                element.interfaceName(),
                parts.length == 1 ? request("") : request(parts[1]),
                Map.of());
    }

    private static AttachmentRequest request(String ip) {
        var none = AttachmentRequest.NONE;
        return new AttachmentRequest(
                ip.isEmpty() ? List.of() : List.of(ip),
                none.mac(),
                none.infinibandGuid(),
                none.portMappings(),
                none.bandwidth(),
                none.deviceId(),
                none.cniArgs(),
                none.defaultRoute(),
                none.ipamClaimReference());
    }

    private void add(String thing) {
        var words = thing.split(" ", 2);
        var kind = words[0];
        if (kind.equals("link")) {
            links.add(words[1]);
            return;
        }
        if (kind.equals("default")) {
            addDefault();
            return;
        }
        var names = words[1].split("\\+", 2);
        var element = element(names[0]);
        var name = element.network().toString();
        var interfaceName = element.interfaceName().orElseThrow();
        var entries = new ArrayList<NetworkStatus>();
        entries.add(entry(name, kind.equals("linkless") ? Optional.empty() : Optional.of(interfaceName), false));
        if (names.length == 2) {
            entries.add(entry(name, Optional.of(names[1]), false));
            links.add(names[1]);
        }
        switch (kind) {
            case "made", "unlisted", "lost", "linkless" -> applied.add(made(element, interfaceName, entries));
            case "multus", "unlisted-multus" ->
                applied.add(other(element.network().name(), interfaceName, entries));
            case "entry" -> nads.add(element.network());
            case "foreign", "ghost" -> {}
            default -> throw new IllegalArgumentException(thing);
        }
        if (!kind.startsWith("unlisted")) {
            status.addAll(entries);
        }
        if (!Set.of("lost", "linkless", "ghost").contains(kind)) {
            links.add(interfaceName);
        }
    }

    private void addDefault() {
        var entry = entry("cbr0", Optional.of("eth0"), true);
        status.add(entry);
        links.add("eth0");
        applied.add(other("cbr0", "eth0", List.of(entry)));
    }

    static Applied made(NetworkSelectionElement element, String interfaceName, List<NetworkStatus> entries) {
        return new Applied(
                interfaceName,
                Optional.of(element.network()),
                element.network().name(),
                Optional.of(element.request()),
                Origin.PATCHBAY,
                entries);
    }

    private static Applied other(String networkName, String interfaceName, List<NetworkStatus> entries) {
        return new Applied(interfaceName, Optional.empty(), networkName, Optional.empty(), Origin.OTHER, entries);
    }
}

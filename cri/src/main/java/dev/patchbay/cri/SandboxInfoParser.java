package dev.patchbay.cri;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.patchbay.cri.SandboxDetails.DefaultNetwork;
import dev.patchbay.cri.SandboxDetails.NetworkMode;
import dev.patchbay.cri.proto.NamespaceMode;
import dev.patchbay.cri.proto.PodSandboxState;
import dev.patchbay.cri.proto.PodSandboxStatusResponse;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Reads what a runtime answers about a sandbox. The verbose info is the runtime's own: one key {@code info} with a JSON
 * text, whose shape differs between containerd 1.x, containerd 2.x and CRI-O.
 */
final class SandboxInfoParser {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String DEFAULT_INTERFACE = "eth0";

    private SandboxInfoParser() {}

    static SandboxDetails parse(PodSandboxStatusResponse response) {
        var status = response.getStatus();
        var info = info(response.getInfoMap());
        boolean onHost = status.getLinux().getNamespaces().getOptions().getNetwork() == NamespaceMode.NODE
                || sharesTheHostsNetwork(info.path("runtimeSpec"));
        return new SandboxDetails(
                status.getId(),
                status.getState() == PodSandboxState.SANDBOX_READY,
                onHost ? NetworkMode.NODE : NetworkMode.POD,
                onHost ? Optional.empty() : netnsPath(info),
                info.path("pid").asLong(0) > 0
                        ? OptionalLong.of(info.path("pid").asLong())
                        : OptionalLong.empty(),
                info.path("netNamespaceClosed").asBoolean(false),
                text(info.path("runtimeType")),
                Optional.of(status.getRuntimeHandler())
                        .filter(handler -> !handler.isEmpty())
                        .or(() -> text(info.path("runtimeHandler")))
                        .orElse(""),
                defaultNetwork(cniResult(info)));
    }

    /** Returns the info's JSON; a runtime that gives none, or something else, gives no details. */
    private static JsonNode info(Map<String, String> info) {
        try {
            return MAPPER.readTree(info.getOrDefault("info", "{}"));
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    /** The runtime specification tells it nearly always; where it is missing, two other places may. */
    private static Optional<String> netnsPath(JsonNode info) {
        return Stream.of(
                        fromRuntimeSpec(info.path("runtimeSpec")),
                        text(info.path("sandboxMetadata").path("Metadata").path("NetNSPath")),
                        fromCniResult(cniResult(info)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** A specification whose namespaces name no path for the network leaves the sandbox in the host's. */
    private static boolean sharesTheHostsNetwork(JsonNode spec) {
        return spec.path("linux").path("namespaces").isArray()
                && fromRuntimeSpec(spec).isEmpty();
    }

    private static Optional<String> fromRuntimeSpec(JsonNode spec) {
        for (var namespace : spec.path("linux").path("namespaces")) {
            if (namespace.path("type").asText("").equals("network")) {
                return text(namespace.path("path"));
            }
        }
        return Optional.empty();
    }

    /** The result also tells of the host's end of a pair, which is in no sandbox. */
    private static Optional<String> fromCniResult(JsonNode result) {
        return result.path("Interfaces")
                .valueStream()
                .flatMap(link -> text(link.path("Sandbox")).stream())
                .findFirst();
    }

    private static JsonNode cniResult(JsonNode info) {
        return info.path("cniResult").isObject()
                ? info.path("cniResult")
                : info.path("sandboxMetadata").path("Metadata").path("CNIResult");
    }

    private static Optional<DefaultNetwork> defaultNetwork(JsonNode result) {
        var link = result.path("Interfaces").path(DEFAULT_INTERFACE);
        if (!link.isObject()) {
            return Optional.empty();
        }
        var ips = new ArrayList<String>();
        var gateways = new ArrayList<String>();
        for (var config : link.path("IPConfigs")) {
            text(config.path("IP")).ifPresent(ips::add);
            text(config.path("Gateway")).ifPresent(gateways::add);
        }
        return Optional.of(new DefaultNetwork(DEFAULT_INTERFACE, text(link.path("Mac")), ips, gateways));
    }

    private static Optional<String> text(JsonNode node) {
        return node.isTextual() && !node.textValue().isEmpty() ? Optional.of(node.textValue()) : Optional.empty();
    }
}

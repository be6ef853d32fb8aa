package dev.patchbay.cri;

import static dev.patchbay.cri.InfoJson.text;

import dev.patchbay.cri.SandboxDetails.DefaultNetwork;
import dev.patchbay.cri.SandboxDetails.NetworkMode;
import dev.patchbay.cri.proto.NamespaceMode;
import dev.patchbay.cri.proto.PodIP;
import dev.patchbay.cri.proto.PodSandboxNetworkStatus;
import dev.patchbay.cri.proto.PodSandboxStatus;
import dev.patchbay.cri.proto.PodSandboxStatusResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * Reads what a runtime answers about a sandbox. The verbose info is the runtime's own: one key {@code info} with a JSON
 * text, whose shape differs between containerd 1.x, containerd 2.x and CRI-O.
 */
final class SandboxInfoParser {

    /** Both containerd and CRI-O give the pod's own interface this name, whatever the CNI configuration says. */
    private static final String DEFAULT_INTERFACE = "eth0";

    private SandboxInfoParser() {}

    /** @throws IllegalArgumentException where the info is not JSON */
    static SandboxDetails parse(PodSandboxStatusResponse response) {
        var status = response.getStatus();
        var info = InfoJson.read(response.getInfoMap(), "info");
        var mode = networkMode(status, info);
        boolean ownNetwork = mode == NetworkMode.POD;
        return new SandboxDetails(
                status.getId(),
                Sandboxes.state(status.getState()),
                mode,
                ownNetwork ? netnsPath(info) : Optional.empty(),
                pid(info),
                info.path("netNamespaceClosed").asBoolean(false),
                text(info.path("runtimeType")),
                runtimeHandler(status, info),
                ownNetwork
                        ? cniInterface(cniResult(info)).or(() -> reportedInterface(status.getNetwork()))
                        : Optional.empty());
    }

    /** The host's network shows in the status, and in a runtime specification without a network namespace to join. */
    private static NetworkMode networkMode(PodSandboxStatus status, JsonNode info) {
        boolean asked = status.getLinux().getNamespaces().getOptions().getNetwork() == NamespaceMode.NODE;
        var namespaces = specNamespaces(info);
        boolean joinsNone = namespaces.isArray() && specNetnsPath(namespaces).isEmpty();
        return asked || joinsNone ? NetworkMode.NODE : NetworkMode.POD;
    }

    /** The runtime specification tells the path nearly always; containerd 2.x may lack it and has two other places. */
    private static Optional<String> netnsPath(JsonNode info) {
        return Stream.of(
                        specNetnsPath(specNamespaces(info)),
                        text(metadata(info).path("NetNSPath")),
                        cniNetnsPath(cniResult(info)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static JsonNode specNamespaces(JsonNode info) {
        return info.path("runtimeSpec").path("linux").path("namespaces");
    }

    private static Optional<String> specNetnsPath(JsonNode namespaces) {
        return StreamSupport.stream(namespaces.spliterator(), false)
                .filter(namespace -> namespace.path("type").asString("").equals("network"))
                .findFirst()
                .flatMap(namespace -> text(namespace.path("path")));
    }

    /** Links on the host's side have an empty sandbox. */
    private static Optional<String> cniNetnsPath(JsonNode result) {
        return StreamSupport.stream(result.path("Interfaces").spliterator(), false)
                .map(link -> text(link.path("Sandbox")))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static JsonNode metadata(JsonNode info) {
        return info.path("sandboxMetadata").path("Metadata");
    }

    private static JsonNode cniResult(JsonNode info) {
        var result = info.path("cniResult");
        return result.isObject() ? result : metadata(info).path("CNIResult");
    }

    private static Optional<DefaultNetwork> cniInterface(JsonNode result) {
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

    /** CRI-O keeps its CNI result to itself; its addresses are in the status at least. */
    private static Optional<DefaultNetwork> reportedInterface(PodSandboxNetworkStatus network) {
        if (network.getIp().isEmpty()) {
            return Optional.empty();
        }
        var ips = Stream.concat(
                Stream.of(network.getIp()),
                network.getAdditionalIpsList().stream().map(PodIP::getIp));
        return Optional.of(new DefaultNetwork(DEFAULT_INTERFACE, Optional.empty(), ips.toList(), List.of()));
    }

    private static OptionalLong pid(JsonNode info) {
        long pid = info.path("pid").asLong(0);
        return pid > 0 ? OptionalLong.of(pid) : OptionalLong.empty();
    }

    /** containerd 1.x also had it in the info, before the status of CRI could say it. */
    private static String runtimeHandler(PodSandboxStatus status, JsonNode info) {
        return status.getRuntimeHandler().isEmpty()
                ? text(info.path("runtimeHandler")).orElse("")
                : status.getRuntimeHandler();
    }
}

package dev.patchbay.multus;

import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.annotations.selection.Bandwidth;
import dev.patchbay.annotations.selection.PortMapping;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Requests that ask for one thing, for tests. */
public final class TestRequest {

    private TestRequest() {}

    public static AttachmentRequest ips(String... ips) {
        return of(List.of(ips), null, List.of(), null, null, Map.of(), null, null);
    }

    public static AttachmentRequest mac(String mac) {
        return of(List.of(), mac, List.of(), null, null, Map.of(), null, null);
    }

    public static AttachmentRequest hostPort(int port) {
        return of(
                List.of(),
                null,
                List.of(new PortMapping(port, 80, "tcp", Optional.empty())),
                null,
                null,
                Map.of(),
                null,
                null);
    }

    public static AttachmentRequest bandwidth(long rate) {
        return of(List.of(), null, List.of(), new Bandwidth(rate, rate, 0, 0), null, Map.of(), null, null);
    }

    public static AttachmentRequest device(String id) {
        return of(List.of(), null, List.of(), null, id, Map.of(), null, null);
    }

    public static AttachmentRequest cniArgs(Map<String, JsonNode> args) {
        return of(List.of(), null, List.of(), null, null, args, null, null);
    }

    public static AttachmentRequest defaultRoute(String... gateways) {
        return of(List.of(), null, List.of(), null, null, Map.of(), List.of(gateways), null);
    }

    public static AttachmentRequest claim(String name) {
        return of(List.of(), null, List.of(), null, null, Map.of(), null, name);
    }

    private static AttachmentRequest of(
            List<String> ips,
            String mac,
            List<PortMapping> portMappings,
            Bandwidth bandwidth,
            String deviceId,
            Map<String, JsonNode> cniArgs,
            List<String> defaultRoute,
            String claim) {
        return new AttachmentRequest(
                ips,
                Optional.ofNullable(mac),
                Optional.empty(),
                portMappings,
                Optional.ofNullable(bandwidth),
                Optional.ofNullable(deviceId),
                cniArgs,
                Optional.ofNullable(defaultRoute),
                Optional.ofNullable(claim));
    }
}

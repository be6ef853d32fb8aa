package dev.patchbay.multus.nad;

import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.annotations.selection.Bandwidth;
import dev.patchbay.annotations.selection.PortMapping;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Capability arguments (CNI conventions, "dynamic plugin specific fields") from a request. */
final class CapabilityArgs {

    static final String IPS = "ips";
    static final String MAC = "mac";
    static final String PORT_MAPPINGS = "portMappings";
    static final String BANDWIDTH = "bandwidth";
    static final String INFINIBAND_GUID = "infinibandGUID";
    static final String DEVICE_ID = "deviceID";
    static final String DEVICE_INFO_FILE = "CNIDeviceInfoFile";

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private CapabilityArgs() {}

    /** Returns a value for each capability that the request uses; addresses keep or lack their prefix as asked. */
    static Map<String, JsonNode> of(AttachmentRequest request, Optional<Path> deviceInfoFile) {
        var args = new LinkedHashMap<String, JsonNode>();
        if (!request.ips().isEmpty()) {
            args.put(IPS, texts(request.ips()));
        }
        request.mac().ifPresent(mac -> args.put(MAC, JSON.stringNode(mac)));
        if (!request.portMappings().isEmpty()) {
            var mappings = JSON.arrayNode();
            request.portMappings().forEach(mapping -> mappings.add(portMapping(mapping)));
            args.put(PORT_MAPPINGS, mappings);
        }
        request.bandwidth().ifPresent(bandwidth -> args.put(BANDWIDTH, bandwidth(bandwidth)));
        request.infinibandGuid().ifPresent(guid -> args.put(INFINIBAND_GUID, JSON.stringNode(guid)));
        request.deviceId().ifPresent(device -> args.put(DEVICE_ID, JSON.stringNode(device)));
        deviceInfoFile.ifPresent(file -> args.put(DEVICE_INFO_FILE, JSON.stringNode(file.toString())));
        return args;
    }

    private static ArrayNode texts(List<String> values) {
        var array = JSON.arrayNode();
        values.forEach(array::add);
        return array;
    }

    private static ObjectNode portMapping(PortMapping mapping) {
        var json = JSON.objectNode()
                .put("hostPort", mapping.hostPort())
                .put("containerPort", mapping.containerPort())
                .put("protocol", mapping.protocol());
        mapping.hostIp().ifPresent(ip -> json.put("hostIP", ip));
        return json;
    }

    private static ObjectNode bandwidth(Bandwidth bandwidth) {
        return JSON.objectNode()
                .put("ingressRate", bandwidth.ingressRate())
                .put("ingressBurst", bandwidth.ingressBurst())
                .put("egressRate", bandwidth.egressRate())
                .put("egressBurst", bandwidth.egressBurst());
    }
}

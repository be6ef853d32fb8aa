package dev.patchbay.annotations.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An {@link AttachmentRequest} as JSON, with the keys of the networks annotation. The cache on disk keeps requests in
 * this form; equal requests give the same text, whenever and wherever they are written.
 */
public final class RequestJson {

    static final String IPS = "ips";
    static final String MAC = "mac";
    static final String GUID = "infiniband-guid";
    static final String PORT_MAPPINGS = "portMappings";
    static final String BANDWIDTH = "bandwidth";
    static final String DEVICE_ID = "deviceID";
    static final String CNI_ARGS = "cni-args";
    static final String DEFAULT_ROUTE = "default-route";
    static final String IPAM_CLAIM = "ipam-claim-reference";

    static final Set<String> KEYS =
            Set.of(IPS, MAC, GUID, PORT_MAPPINGS, BANDWIDTH, DEVICE_ID, CNI_ARGS, DEFAULT_ROUTE, IPAM_CLAIM);

    private static final String HOST_PORT = "hostPort";
    private static final String CONTAINER_PORT = "containerPort";
    private static final String PROTOCOL = "protocol";
    private static final String HOST_IP = "hostIP";
    private static final Set<String> PORT_MAPPING_KEYS = Set.of(HOST_PORT, CONTAINER_PORT, PROTOCOL, HOST_IP);
    private static final int MAX_PORT = 65535;

    private static final String INGRESS_RATE = "ingressRate";
    private static final String INGRESS_BURST = "ingressBurst";
    private static final String EGRESS_RATE = "egressRate";
    private static final String EGRESS_BURST = "egressBurst";
    private static final Set<String> BANDWIDTH_KEYS = Set.of(INGRESS_RATE, INGRESS_BURST, EGRESS_RATE, EGRESS_BURST);

    private RequestJson() {}

    /** Returns the request as an object; what it does not ask for is left out. */
    public static ObjectNode toJson(AttachmentRequest request) {
        var json = JsonNodeFactory.instance.objectNode();
        if (!request.ips().isEmpty()) {
            request.ips().forEach(json.putArray(IPS)::add);
        }
        request.mac().ifPresent(mac -> json.put(MAC, mac));
        request.infinibandGuid().ifPresent(guid -> json.put(GUID, guid));
        if (!request.portMappings().isEmpty()) {
            var list = json.putArray(PORT_MAPPINGS);
            request.portMappings().forEach(mapping -> list.add(toJson(mapping)));
        }
        request.bandwidth().ifPresent(bandwidth -> json.set(BANDWIDTH, toJson(bandwidth)));
        request.deviceId().ifPresent(id -> json.put(DEVICE_ID, id));
        if (!request.cniArgs().isEmpty()) {
            // The request's map has no order of its own; sorted, equal requests give equal text.
            json.putObject(CNI_ARGS).setAll(new TreeMap<>(request.cniArgs()));
        }
        request.defaultRoute().ifPresent(gateways -> gateways.forEach(json.putArray(DEFAULT_ROUTE)::add));
        request.ipamClaimReference().ifPresent(claim -> json.put(IPAM_CLAIM, claim));
        return json;
    }

    /**
     * Reads what {@link #toJson} wrote; fields that it does not know are ignored.
     *
     * @throws IllegalArgumentException if this is not a request; the message names the field
     */
    public static AttachmentRequest fromJson(JsonNode json) {
        if (!(json instanceof ObjectNode object)) {
            throw new IllegalArgumentException("an attachment request is a JSON object, not " + json.getNodeType());
        }
        var problems = new ArrayList<Problem>();
        var request = read(new Fields(object, "attachment request", "", problems));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(new ParsedSelections.Invalid(problems).message());
        }
        return request;
    }

    /** Reads the request of an element; the problems are noted by the fields. */
    static AttachmentRequest read(Fields fields) {
        return new AttachmentRequest(
                fields.texts(IPS, Rule.ADDRESS).orElse(List.of()),
                fields.text(MAC, Rule.MAC),
                fields.text(GUID, Rule.GUID),
                fields.nestedList(PORT_MAPPINGS).stream()
                        .map(RequestJson::portMapping)
                        .toList(),
                fields.nested(BANDWIDTH).map(RequestJson::bandwidth),
                fields.text(DEVICE_ID, Rule.DEVICE),
                fields.object(CNI_ARGS).map(RequestJson::members).orElse(Map.of()),
                fields.texts(DEFAULT_ROUTE, Rule.GATEWAY),
                fields.text(IPAM_CLAIM, Rule.CLAIM));
    }

    private static PortMapping portMapping(Fields fields) {
        fields.refuseOthers(PORT_MAPPING_KEYS);
        return new PortMapping(
                port(fields, HOST_PORT),
                port(fields, CONTAINER_PORT),
                fields.text(PROTOCOL, Rule.PROTOCOL).orElse("tcp"),
                fields.text(HOST_IP, Rule.GATEWAY));
    }

    private static int port(Fields fields, String key) {
        return (int) fields.requiredInteger(key, 1, MAX_PORT);
    }

    private static Bandwidth bandwidth(Fields fields) {
        fields.refuseOthers(BANDWIDTH_KEYS);
        return new Bandwidth(
                rate(fields, INGRESS_RATE),
                rate(fields, INGRESS_BURST),
                rate(fields, EGRESS_RATE),
                rate(fields, EGRESS_BURST));
    }

    private static long rate(Fields fields, String key) {
        return fields.integer(key, 0, Long.MAX_VALUE).orElse(0L);
    }

    private static Map<String, JsonNode> members(ObjectNode object) {
        var members = new TreeMap<String, JsonNode>();
        object.properties().forEach(property -> members.put(property.getKey(), property.getValue()));
        return members;
    }

    private static ObjectNode toJson(PortMapping mapping) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put(HOST_PORT, mapping.hostPort())
                .put(CONTAINER_PORT, mapping.containerPort())
                .put(PROTOCOL, mapping.protocol());
        mapping.hostIp().ifPresent(address -> json.put(HOST_IP, address));
        return json;
    }

    private static ObjectNode toJson(Bandwidth bandwidth) {
        return JsonNodeFactory.instance
                .objectNode()
                .put(INGRESS_RATE, bandwidth.ingressRate())
                .put(INGRESS_BURST, bandwidth.ingressBurst())
                .put(EGRESS_RATE, bandwidth.egressRate())
                .put(EGRESS_BURST, bandwidth.egressBurst());
    }
}

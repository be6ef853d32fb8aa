package dev.patchbay.multus.cache;

import dev.patchbay.multus.cache.CachedAttachment.Provenance;
import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.cni.CniException;
import dev.patchbay.multus.cni.CniResult;
import dev.patchbay.multus.cni.NetworkConfigs;
import dev.patchbay.multus.cni.ResultCodec;
import dev.patchbay.multus.json.ExactJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The text of a cache file, in libcni's format ({@code cniCacheV1}) with one key more for what Patchbay knows. libcni
 * ignores keys that it does not know, so its tools can read and undo what Patchbay attached.
 */
final class CacheFile {

    private static final String KIND = "cniCacheV1";
    private static final JsonMapper MAPPER = ExactJson.MAPPER;
    private static final JsonMapper ANNOTATION_MAPPER = new JsonMapper();

    private CacheFile() {}

    static byte[] write(CachedAttachment attachment) throws IOException {
        var call = attachment.call();
        var json = MAPPER.createObjectNode()
                .put("kind", KIND)
                .put("containerId", call.containerId())
                .put(
                        "config",
                        Base64.getEncoder()
                                .encodeToString(
                                        MAPPER.writeValueAsBytes(call.network().json())))
                .put("ifName", call.interfaceName())
                .put("networkName", call.network().name())
                .put("netns", call.netns());
        var args = json.putArray("cniArgs");
        call.args().forEach(arg -> args.addArray().add(arg.key()).add(arg.value()));
        var capabilityArgs = json.putObject("capabilityArgs");
        call.capabilityArgs().forEach(capabilityArgs::set);
        attachment
                .result()
                .ifPresent(result -> json.set(
                        "result", ResultCodec.toJson(result, call.network().cniVersion())));
        attachment.provenance().ifPresent(p -> json.set("patchbay", ProvenanceJson.write(p)));
        return MAPPER.writeValueAsBytes(json);
    }

    /**
     * Reads a file.
     *
     * @throws IOException where it is no cache file that a DEL could be made of
     */
    static CachedAttachment read(byte[] bytes) throws IOException {
        try {
            return attachment(MAPPER.readTree(bytes), bytes);
        } catch (JacksonException e) {
            throw new IOException(e.getOriginalMessage(), e);
        } catch (IllegalArgumentException | CniException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static CachedAttachment attachment(JsonNode json, byte[] bytes) throws IOException, CniException {
        if (!json.path("kind").asString("").equals(KIND)) {
            throw new IOException("it is not of kind " + KIND);
        }
        for (var key : List.of("containerId", "ifName")) {
            if (json.path(key).asString("").isEmpty()) {
                throw new IOException("it has no " + key);
            }
        }
        var config = new String(Base64.getDecoder().decode(json.path("config").asString("")), StandardCharsets.UTF_8);
        var network = NetworkConfigs.parse(config, json.path("networkName").asString(""));
        return new CachedAttachment(
                new CniCall(
                        network,
                        json.path("containerId").asString(""),
                        json.path("netns").asString(""),
                        json.path("ifName").asString(""),
                        args(json.path("cniArgs")),
                        capabilityArgs(json.path("capabilityArgs"))),
                result(json, network.cniVersion()),
                provenance(bytes));
    }

    /** Requests are compared with requests from annotations, so their numbers must be of the same types as there. */
    private static Optional<Provenance> provenance(byte[] bytes) {
        return ANNOTATION_MAPPER.readTree(bytes).get("patchbay") instanceof ObjectNode json
                ? Optional.of(ProvenanceJson.read(json))
                : Optional.empty();
    }

    private static Optional<CniResult> result(JsonNode json, String version) {
        return json.hasNonNull("result")
                ? Optional.of(ResultCodec.parse(json.get("result"), version))
                : Optional.empty();
    }

    private static List<CniCall.Arg> args(JsonNode list) {
        var args = new ArrayList<CniCall.Arg>();
        list.forEach(pair ->
                args.add(new CniCall.Arg(pair.path(0).asString(""), pair.path(1).asString(""))));
        return args;
    }

    private static Map<String, JsonNode> capabilityArgs(JsonNode object) {
        var args = new LinkedHashMap<String, JsonNode>();
        object.properties().forEach(e -> args.put(e.getKey(), e.getValue()));
        return args;
    }
}

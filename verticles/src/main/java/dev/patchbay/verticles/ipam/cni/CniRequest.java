package dev.patchbay.verticles.ipam.cni;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One call of the plugin.
 *
 * @param args      the pairs of {@code CNI_ARGS}
 * @param config    the whole network configuration; a missing node where there is none
 * @param timeLimit how long the plugin waits for the answer
 */
record CniRequest(
        String command,
        String containerId,
        String ifname,
        Map<String, String> args,
        JsonNode config,
        Duration timeLimit) {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(30);

    /**
     * Reads a call.
     *
     * @param headers what stands in a header, by its name
     */
    static CniRequest of(Function<String, Optional<String>> headers, String body) throws CniFailure {
        return new CniRequest(
                headers.apply("CNI-Command")
                        .orElseThrow(() -> new CniFailure(CniFailure.INVALID_ENVIRONMENT, "CNI_COMMAND is missing")),
                headers.apply("CNI-ContainerID").orElse(""),
                headers.apply("CNI-IfName").orElse(""),
                pairs(headers.apply("CNI-Args").orElse("")),
                config(body),
                headers.apply("Patchbay-Timeout-Ms").map(CniRequest::limit).orElse(DEFAULT_LIMIT));
    }

    private static JsonNode config(String body) throws CniFailure {
        try {
            return MAPPER.readTree(body);
        } catch (JacksonException e) {
            throw new CniFailure(
                    CniFailure.DECODING_FAILURE, "the network configuration is not JSON: " + e.getOriginalMessage());
        }
    }

    private static Duration limit(String millis) {
        try {
            return Duration.ofMillis(Long.parseLong(millis));
        } catch (NumberFormatException _) {
            return DEFAULT_LIMIT;
        }
    }

    private static Map<String, String> pairs(String args) throws CniFailure {
        var pairs = new HashMap<String, String>();
        for (var pair : args.split(";", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
            } else if (!pair.isEmpty()) {
                throw new CniFailure(
                        CniFailure.INVALID_ENVIRONMENT, "CNI_ARGS has \"%s\", which is no key=value".formatted(pair));
            }
        }
        return pairs;
    }

    /** Returns the network's name. */
    String network() {
        return config.path("name").asString("");
    }

    /** Returns the version that the answer must be of. */
    String cniVersion() {
        var version = config.path("cniVersion").asString("");
        return version.isEmpty() ? "0.1.0" : version;
    }

    void requireAttachment() throws CniFailure {
        require("CNI_CONTAINERID", containerId);
        require("CNI_IFNAME", ifname);
    }

    private static void require(String variable, String value) throws CniFailure {
        if (value.isEmpty() || value.contains("/")) {
            throw new CniFailure(
                    CniFailure.INVALID_ENVIRONMENT,
                    value.isEmpty() ? variable + " is missing" : "%s \"%s\" has a slash".formatted(variable, value));
        }
    }
}

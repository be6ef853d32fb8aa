package dev.patchbay.multus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.patchbay.annotations.NetworkName;
import dev.patchbay.multus.cni.NetworkConfigList;
import dev.patchbay.multus.nad.Nad;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Short ways to write configurations in tests; JSON may use single quotes. */
public final class TestConfigs {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private TestConfigs() {}

    public static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** Returns network {@code net} with these plugins, a JSON array. */
    public static NetworkConfigList plugins(String plugins) {
        return list("{'cniVersion': '1.0.0', 'name': 'net', 'plugins': " + plugins + "}");
    }

    /** Returns a list, as it is written in a NAD. */
    public static NetworkConfigList list(String text) {
        var json = (ObjectNode) json(text);
        return new NetworkConfigList(
                json.path("name").asText(),
                json.path("cniVersion").asText(),
                false,
                false,
                StreamSupport.stream(json.path("plugins").spliterator(), false)
                        .map(ObjectNode.class::cast)
                        .toList(),
                json);
    }

    public static Nad nad(String namespace, String name) {
        return new Nad(new NetworkName(namespace, name), Optional.of("{}"), Optional.empty(), "1");
    }
}

package dev.patchbay.multus;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.multus.cni.NetworkConfigList;
import dev.patchbay.multus.nad.Nad;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Short ways to write configurations in tests; JSON may use single quotes. */
public final class TestConfigs {

    private static final JsonMapper MAPPER = new JsonMapper();

    private TestConfigs() {}

    public static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text.replace('\'', '"'));
        } catch (JacksonException e) {
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
                json.path("name").asString(""),
                json.path("cniVersion").asString(""),
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

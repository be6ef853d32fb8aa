package dev.patchbay.multus.cni;

import dev.patchbay.multus.json.ExactJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What plugins and configurations are read and written with. */
final class Json {

    static final JsonMapper MAPPER = ExactJson.MAPPER;

    private Json() {}

    static JsonNode read(String text) throws JacksonException {
        return MAPPER.readTree(text);
    }

    /** Returns what is wrong with a text and where, for people. */
    static String describe(JacksonException e) {
        var at = e.getLocation();
        return at == null
                ? e.getOriginalMessage()
                : "%s (line %d, column %d)".formatted(e.getOriginalMessage(), at.getLineNr(), at.getColumnNr());
    }

    /** Returns the text at {@code key}; empty where it is absent, null or an empty text. */
    static Optional<String> text(JsonNode node, String key) {
        return Optional.of(node.path(key).asString("")).filter(text -> !text.isEmpty());
    }

    static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(item -> texts.add(item.asString("")));
        return texts;
    }
}

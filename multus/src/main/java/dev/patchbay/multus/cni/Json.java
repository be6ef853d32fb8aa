package dev.patchbay.multus.cni;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Strict JSON: exact numbers, kept key order, no duplicate keys, nothing after the value. */
final class Json {

    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .nodeFactory(JsonNodeFactory.withExactBigDecimals(true))
            .build();

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
        return Optional.of(node.path(key).asText("")).filter(text -> !text.isEmpty());
    }

    static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(item -> texts.add(item.asText()));
        return texts;
    }
}

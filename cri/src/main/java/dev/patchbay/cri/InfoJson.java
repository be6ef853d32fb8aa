package dev.patchbay.cri;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Map;
import java.util.Optional;

/** Reads the verbose {@code info} of CRI answers: JSON texts by key, whose shape is the runtime's own. */
final class InfoJson {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private InfoJson() {}

    /**
     * Returns the JSON under a key; a missing node where the runtime gives none.
     *
     * @throws IllegalArgumentException where the text is not JSON
     */
    static JsonNode read(Map<String, String> info, String key) {
        var text = info.getOrDefault(key, "");
        if (text.isBlank()) {
            return MissingNode.getInstance();
        }
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "its verbose info \"%s\" is not JSON: %s".formatted(key, e.getOriginalMessage()), e);
        }
    }

    /** Returns a text that is not empty. */
    static Optional<String> text(JsonNode node) {
        return node.isTextual() && !node.textValue().isEmpty() ? Optional.of(node.textValue()) : Optional.empty();
    }
}

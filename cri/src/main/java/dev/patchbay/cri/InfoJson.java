package dev.patchbay.cri;

import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Reads the verbose {@code info} of CRI answers: JSON texts by key, whose shape is the runtime's own. */
final class InfoJson {

    private static final JsonMapper MAPPER = new JsonMapper();

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
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "its verbose info \"%s\" is not JSON: %s".formatted(key, e.getOriginalMessage()), e);
        }
    }

    /** Returns a text that is not empty. */
    static Optional<String> text(JsonNode node) {
        return node.isString() && !node.stringValue().isEmpty() ? Optional.of(node.stringValue()) : Optional.empty();
    }
}

package dev.patchbay.annotations.status;

import dev.patchbay.annotations.json.Quote;
import dev.patchbay.annotations.json.UntrustedJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes the annotation {@code k8s.v1.cni.cncf.io/network-status} (Multi-Network Specification 1.3, section 5).
 * Reading is lenient, as many programs write it; what they wrote keeps its meaning when it is written again.
 */
public final class NetworkStatuses {

    /** The longest annotation that is read, in characters: Kubernetes' limit for all annotations of an object. */
    public static final int MAX_LENGTH = 256 * 1024;

    private static final UntrustedJson JSON = UntrustedJson.lenient(MAX_LENGTH);

    /** Two numbers are the same if their values are, whatever Java types hold them. */
    private static final Comparator<JsonNode> BY_VALUE = (a, b) -> {
        if (a.isNumber() && b.isNumber()) {
            return a.decimalValue().compareTo(b.decimalValue());
        }
        return a.equals(b) ? 0 : 1;
    };

    private NetworkStatuses() {}

    /**
     * Parses a network-status annotation; never throws.
     *
     * @param text the annotation's value; blank and {@code null} mean "no entries"
     */
    public static ParsedStatuses parse(String text) {
        if (text.isBlank()) {
            return new ParsedStatuses.Valid(List.of());
        }
        return switch (JSON.read(text)) {
            case UntrustedJson.Result.Read read -> entries(read.value());
            case UntrustedJson.Result.Broken broken ->
                new ParsedStatuses.Invalid(broken.place() + ": " + broken.what());
        };
    }

    /** Writes a network-status annotation as Multus does: entries indented by 4 blanks, in one list without blanks. */
    public static String write(List<NetworkStatus> entries) {
        return EntryJson.write(entries);
    }

    /** Returns one entry as an object, with the keys in the order of Multus; what is empty is left out. */
    public static ObjectNode toJson(NetworkStatus entry) {
        return EntryJson.toJson(entry);
    }

    /**
     * Reads one entry, as leniently as {@link #parse} does.
     *
     * @throws IllegalArgumentException if it is not an object
     */
    public static NetworkStatus fromJson(JsonNode json) {
        if (!(json instanceof ObjectNode object)) {
            throw new IllegalArgumentException("a network-status entry is a JSON object, not " + Quote.of(json));
        }
        return EntryJson.fromJson(object);
    }

    /** Returns whether two lists say the same, whatever the order of their keys, so that a write can be saved. */
    public static boolean sameMeaning(List<NetworkStatus> some, List<NetworkStatus> others) {
        if (some.size() != others.size()) {
            return false;
        }
        for (int i = 0; i < some.size(); i++) {
            if (!toJson(some.get(i)).equals(BY_VALUE, toJson(others.get(i)))) {
                return false;
            }
        }
        return true;
    }

    private static ParsedStatuses entries(JsonNode value) {
        if (value.isNull()) {
            return new ParsedStatuses.Valid(List.of());
        }
        if (!value.isArray()) {
            return new ParsedStatuses.Invalid(Quote.of(value) + " is not a list");
        }
        var entries = new ArrayList<NetworkStatus>();
        for (int i = 0; i < value.size(); i++) {
            var entry = value.get(i);
            if (entry instanceof ObjectNode object) {
                entries.add(EntryJson.fromJson(object));
            } else if (!entry.isNull()) {
                return new ParsedStatuses.Invalid("entry [%d]: %s is not an object".formatted(i, Quote.of(entry)));
            }
        }
        return new ParsedStatuses.Valid(entries);
    }
}

package dev.patchbay.annotations.selection;

import dev.patchbay.annotations.json.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of one JSON object. As in Go, a field that is null or an empty string is an absent one. A field that breaks
 * its rule is noted as a problem and reads as absent, so that the other fields are looked at as well.
 */
final class Fields {

    private final ObjectNode object;
    private final String place;
    private final String path;
    private final List<Problem> problems;

    /**
     * @param place which element this is, for people
     * @param path  what stands before the name of a field: empty, or the path of a nested object with its dot
     */
    Fields(ObjectNode object, String place, String path, List<Problem> problems) {
        this.object = object;
        this.place = place;
        this.path = path;
        this.problems = problems;
    }

    /** Names an element by its position, from 0. */
    static String place(int index) {
        return "element [" + index + "]";
    }

    Optional<String> text(String key, Rule rule) {
        return value(key, JsonNode::isString, "a string")
                .map(JsonNode::stringValue)
                .filter(text -> !text.isEmpty())
                .flatMap(text -> canonical(key, text, rule));
    }

    /** Returns the empty string where the field is absent, which is a problem. */
    String requiredText(String key, Rule rule) {
        if (isAbsent(key)) {
            problems.add(new Problem(place, path + key, "", "is missing", rule.advice()));
        }
        return text(key, rule).orElse("");
    }

    /** Returns a list of strings; empty where the field is absent. */
    Optional<List<String>> texts(String key, Rule rule) {
        return value(key, JsonNode::isArray, "a list of strings").map(list -> {
            var texts = new ArrayList<String>();
            for (int i = 0; i < list.size(); i++) {
                var item = key + "[" + i + "]";
                if (is(JsonNode::isString, list.get(i), item, "a string")) {
                    canonical(item, list.get(i).stringValue(), rule).ifPresent(texts::add);
                }
            }
            return texts;
        });
    }

    /** Returns a whole number from {@code min} to {@code max}; empty where the field is absent. */
    Optional<Long> integer(String key, long min, long max) {
        return value(key, JsonNode::isIntegralNumber, "a whole number").flatMap(number -> {
            boolean fits = number.canConvertToLong() && number.longValue() >= min && number.longValue() <= max;
            if (!fits) {
                note(key, Quote.of(number), "is out of range", "use " + min + " to " + max);
            }
            return fits ? Optional.of(number.longValue()) : Optional.empty();
        });
    }

    /** Returns {@code min} where the field is absent, which is a problem. */
    long requiredInteger(String key, long min, long max) {
        if (isAbsent(key)) {
            problems.add(new Problem(place, path + key, "", "is missing", "use " + min + " to " + max));
        }
        return integer(key, min, max).orElse(min);
    }

    Optional<ObjectNode> object(String key) {
        return value(key, JsonNode::isObject, "an object").map(ObjectNode.class::cast);
    }

    /** Returns a nested object whose fields are read in turn. */
    Optional<Fields> nested(String key) {
        return object(key).map(nested -> new Fields(nested, place, path + key + ".", problems));
    }

    /** Returns the objects of a list, whose fields are read in turn. */
    List<Fields> nestedList(String key) {
        var nested = new ArrayList<Fields>();
        value(key, JsonNode::isArray, "a list of objects").ifPresent(list -> {
            for (int i = 0; i < list.size(); i++) {
                var item = key + "[" + i + "]";
                if (is(JsonNode::isObject, list.get(i), item, "an object")) {
                    nested.add(new Fields((ObjectNode) list.get(i), place, path + item + ".", problems));
                }
            }
        });
        return nested;
    }

    private boolean isAbsent(String key) {
        var value = object.get(key);
        return value == null
                || value.isNull()
                || (value.isString() && value.stringValue().isEmpty());
    }

    /** Notes a problem for each field that is not among the known ones: a nested object keeps no unknown fields. */
    void refuseOthers(Set<String> known) {
        for (var property : object.properties()) {
            if (!known.contains(property.getKey())) {
                note(
                        Quote.clean(property.getKey()),
                        Quote.of(property.getValue()),
                        "stands in a field that does not exist here",
                        "remove it; the fields are " + known.stream().sorted().toList());
            }
        }
    }

    /** Notes a problem; the text is quoted already. */
    void note(String key, String quoted, String what, String advice) {
        problems.add(new Problem(place, path + key, quoted, what, advice));
    }

    private Optional<String> canonical(String key, String text, Rule rule) {
        var canonical = rule.canonical(text);
        if (canonical.isEmpty()) {
            problems.add(rule.brokenBy(text, place, path + key));
        }
        return canonical;
    }

    private Optional<JsonNode> value(String key, Predicate<JsonNode> type, String typeName) {
        return Optional.ofNullable(object.get(key))
                .filter(value -> !value.isNull())
                .filter(value -> is(type, value, key, typeName));
    }

    private boolean is(Predicate<JsonNode> type, JsonNode value, String key, String typeName) {
        boolean matches = type.test(value);
        if (!matches) {
            note(key, Quote.of(value), "is not " + typeName, "write " + typeName);
        }
        return matches;
    }
}

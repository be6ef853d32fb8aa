package dev.patchbay.it.api;

import java.util.Arrays;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Field selectors such as {@code spec.nodeName=node-1}, label selectors such as {@code a=b} and {@code a} (is there). */
final class Selectors {

    private Selectors() {}

    static Predicate<JsonNode> fields(String selector) {
        return Arrays.stream(selector.split(",", -1))
                .filter(term -> !term.isBlank())
                .map(Selectors::term)
                .reduce(_ -> true, Predicate::and);
    }

    private static Predicate<JsonNode> term(String term) {
        var sides = term.split("=+", 2);
        var path = "/" + sides[0].replace('.', '/');
        return object -> object.at(path).asString("").equals(sides[1]);
    }

    static Predicate<JsonNode> labels(String selector) {
        return Arrays.stream(selector.split(",", -1))
                .filter(term -> !term.isBlank())
                .map(Selectors::label)
                .reduce(_ -> true, Predicate::and);
    }

    private static Predicate<JsonNode> label(String term) {
        var sides = term.split("=+", 2);
        return object -> {
            var label = object.path("metadata").path("labels").path(sides[0]);
            return sides.length == 1 ? label.isString() : label.asString("").equals(sides[1]) && label.isString();
        };
    }
}

package dev.patchbay.it.api;

import java.util.Arrays;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Field selectors such as {@code spec.nodeName=node-1}. */
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
}

package dev.patchbay.verticles.ipam.block;

import dev.patchbay.verticles.ipam.address.Address;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The fields of a JSON object, read strictly: every error says where it is. Null is the same as absent; fields that
 * nobody asks for are passed over.
 *
 * @param place what stands before a field's name in an error, such as {@code leases[2].}
 */
record Fields(String place, JsonNode json) {

    static Fields of(String place, JsonNode json) throws BlockFormatException {
        if (!json.isObject()) {
            throw new BlockFormatException((place.isEmpty() ? "the block" : place) + " must be an object");
        }
        return new Fields(place.isEmpty() ? "" : place + ".", json);
    }

    Optional<JsonNode> get(String name) {
        return Optional.ofNullable(json.get(name)).filter(value -> !value.isNull());
    }

    String text(String name) throws BlockFormatException {
        var value = need(name);
        if (!value.isString()) {
            throw error(name, "must be a text", null);
        }
        return value.stringValue();
    }

    /** An empty text is none, too. */
    Optional<String> optionalText(String name) throws BlockFormatException {
        return get(name).isPresent() ? Optional.of(text(name)).filter(text -> !text.isEmpty()) : Optional.empty();
    }

    long number(String name, long max) throws BlockFormatException {
        var value = need(name);
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < 0
                || value.longValue() > max) {
            throw error(name, "must be a whole number from 0 to " + max, null);
        }
        return value.longValue();
    }

    Instant instant(String name) throws BlockFormatException {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeException e) {
            throw error(name, "must be a time such as 2026-01-31T12:00:00Z", e);
        }
    }

    Address address(String name) throws BlockFormatException {
        try {
            return Address.parse(text(name));
        } catch (IllegalArgumentException e) {
            throw error(name, e.getMessage(), e);
        }
    }

    Fields object(String name) throws BlockFormatException {
        return of(place + name, need(name));
    }

    /** Absent is empty. */
    List<Fields> objects(String name) throws BlockFormatException {
        var found = new ArrayList<Fields>();
        var array = get(name);
        if (array.isPresent()) {
            if (!array.get().isArray()) {
                throw error(name, "must be a list", null);
            }
            for (var element : array.get()) {
                found.add(of("%s%s[%d]".formatted(place, name, found.size()), element));
            }
        }
        return found;
    }

    private JsonNode need(String name) throws BlockFormatException {
        return get(name).orElseThrow(() -> new BlockFormatException(place + name + " is missing"));
    }

    BlockFormatException error(String name, String what, Throwable cause) {
        return new BlockFormatException(place + name + ": " + what, cause);
    }
}

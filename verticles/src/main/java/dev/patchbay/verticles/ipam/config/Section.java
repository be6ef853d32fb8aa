package dev.patchbay.verticles.ipam.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An object of the configuration and where it stands. As in Go, a key that is null or an empty string is an absent one. */
record Section(ObjectNode object, String path) {

    /** Returns the object at a path; anything else is an error. */
    static Section of(JsonNode node, String path) throws IpamConfigException {
        if (node instanceof ObjectNode object) {
            return new Section(object, path);
        }
        throw new IpamConfigException(path, node, "is not an object; write {...}");
    }

    String path(String key) {
        return path + "." + key;
    }

    boolean has(String key) {
        return value(key).isPresent();
    }

    /** Returns the first of the keys that is present. */
    Optional<String> firstOf(Collection<String> keys) {
        return object.properties().stream()
                .map(property -> property.getKey())
                .filter(keys::contains)
                .filter(this::has)
                .findFirst();
    }

    Optional<JsonNode> value(String key) {
        return Optional.ofNullable(object.get(key))
                .filter(value -> !value.isNull())
                .filter(value -> !value.isString() || !value.stringValue().isEmpty());
    }

    Optional<Place> text(String key) throws IpamConfigException {
        var value = value(key);
        return value.isPresent() ? Optional.of(Place.of(value.get(), path(key))) : Optional.empty();
    }

    boolean flag(String key) throws IpamConfigException {
        var value = value(key);
        if (value.isPresent() && !value.get().isBoolean()) {
            throw new IpamConfigException(path(key), value.get(), "is not true or false");
        }
        return value.isPresent() && value.get().booleanValue();
    }

    List<Place> texts(String key) throws IpamConfigException {
        var places = new ArrayList<Place>();
        for (var item : items(key)) {
            places.add(Place.of(item.value(), item.path()));
        }
        return places;
    }

    List<Section> sections(String key) throws IpamConfigException {
        var sections = new ArrayList<Section>();
        for (var item : items(key)) {
            sections.add(of(item.value(), item.path()));
        }
        return sections;
    }

    /** Returns the items of a list; none where the key is absent. */
    List<Item> items(String key) throws IpamConfigException {
        var value = value(key);
        return value.isPresent() ? items(value.get(), path(key)) : List.of();
    }

    static List<Item> items(JsonNode list, String path) throws IpamConfigException {
        if (!list.isArray()) {
            throw new IpamConfigException(path, list, "is not a list; write [...]");
        }
        var items = new ArrayList<Item>();
        for (int i = 0; i < list.size(); i++) {
            items.add(new Item(list.get(i), path + "[" + i + "]"));
        }
        return items;
    }

    /** Refuses each key that is not known, an absent one too: who writes it means something by it. */
    void refuseOthers(Set<String> known) throws IpamConfigException {
        for (var property : object.properties()) {
            if (!known.contains(property.getKey())) {
                throw new IpamConfigException(
                        path(property.getKey()),
                        property.getValue(),
                        "stands at an unknown key; " + advice(property.getKey(), known));
            }
        }
    }

    private static String advice(String key, Set<String> known) {
        return known.stream()
                .filter(candidate -> plain(candidate).equals(plain(key)))
                .findFirst()
                .map(candidate -> "write " + candidate)
                .orElseGet(() -> "the keys here are "
                        + String.join(", ", known.stream().sorted().toList()));
    }

    /** The spelling in which range_start and rangeStart are the same. */
    private static String plain(String key) {
        return key.replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** An item of a list and where it stands. */
    record Item(JsonNode value, String path) {}

    /** A text and where it stands. */
    record Place(String text, String path) {

        static Place of(JsonNode node, String path) throws IpamConfigException {
            if (node.isString()) {
                return new Place(node.stringValue(), path);
            }
            throw new IpamConfigException(path, node, "is not a string");
        }

        IpamConfigException error(String rule) {
            return new IpamConfigException(path, text, rule);
        }
    }
}

package dev.patchbay.it.api;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** The objects of an API server, with one rising version and a log of everything that happened. Objects are never changed. */
final class ObjectStore {

    private final Map<Key, ObjectNode> objects = new LinkedHashMap<>();
    private final List<Event> log = new ArrayList<>();
    private final List<Consumer<Event>> watchers = new CopyOnWriteArrayList<>();
    private long version = 1;

    record Key(String type, String namespace, String name) {}

    /** Something that happened to an object. */
    record Event(String kind, String type, ObjectNode object) {

        long version() {
            return object.path("metadata").path("resourceVersion").asLong(0);
        }
    }

    synchronized long version() {
        return version;
    }

    synchronized Optional<ObjectNode> get(Key key) {
        return Optional.ofNullable(objects.get(key));
    }

    synchronized List<ObjectNode> list(String type, String namespace) {
        return objects.entrySet().stream()
                .filter(e -> e.getKey().type().equals(type))
                .filter(e -> namespace.isEmpty() || e.getKey().namespace().equals(namespace))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Returns the object as it was created; empty where one of that name exists. */
    synchronized Optional<ObjectNode> create(Key key, ObjectNode object) {
        if (objects.containsKey(key)) {
            return Optional.empty();
        }
        var created = object.deepCopy();
        var metadata = created.withObject("/metadata");
        metadata.put("namespace", key.namespace()).put("name", key.name());
        if (!metadata.hasNonNull("uid")) {
            metadata.put("uid", UUID.randomUUID().toString());
        }
        metadata.put(
                "creationTimestamp",
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        return Optional.of(save("ADDED", key, created));
    }

    /** Returns the object as it was changed; empty where there is none. */
    synchronized Optional<ObjectNode> update(Key key, UnaryOperator<ObjectNode> change) {
        var present = objects.get(key);
        if (present == null) {
            return Optional.empty();
        }
        var changed = change.apply(present.deepCopy());
        changed.withObject("/metadata")
                .put("uid", present.path("metadata").path("uid").asString(""))
                .put(
                        "resourceVersion",
                        present.path("metadata").path("resourceVersion").asString(""));
        return Optional.of(changed.equals(present) ? present : save("MODIFIED", key, changed));
    }

    synchronized Optional<ObjectNode> delete(Key key) {
        var present = objects.remove(key);
        if (present == null) {
            return Optional.empty();
        }
        var last = present.deepCopy();
        last.withObject("/metadata").put("resourceVersion", Long.toString(++version));
        tell(new Event("DELETED", key.type(), last));
        return Optional.of(last);
    }

    /** Tells {@code watcher} everything after {@code since}, then everything that happens, until the answer is run. */
    synchronized Runnable watch(long since, Consumer<Event> watcher) {
        log.stream().filter(event -> event.version() > since).forEach(watcher);
        watchers.add(watcher);
        return () -> watchers.remove(watcher);
    }

    private ObjectNode save(String kind, Key key, ObjectNode object) {
        object.withObject("/metadata").put("resourceVersion", Long.toString(++version));
        objects.put(key, object);
        tell(new Event(kind, key.type(), object));
        return object;
    }

    private void tell(Event event) {
        log.add(event);
        watchers.forEach(watcher -> watcher.accept(event));
    }
}

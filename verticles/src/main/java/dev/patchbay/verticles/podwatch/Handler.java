package dev.patchbay.verticles.podwatch;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** An informer's event handler made of three functions. */
record Handler<T>(Consumer<T> added, BiConsumer<T, T> updated, Consumer<T> deleted) implements ResourceEventHandler<T> {

    @Override
    public void onAdd(T resource) {
        added.accept(resource);
    }

    @Override
    public void onUpdate(T before, T after) {
        updated.accept(before, after);
    }

    @Override
    public void onDelete(T resource, boolean finalStateUnknown) {
        deleted.accept(resource);
    }
}

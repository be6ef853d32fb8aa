package dev.patchbay.verticles.http;

import io.vertx.core.Future;

/** One thing that must be so before this node's pods are served. */
public interface Readiness {

    /** Returns what this is about, in a few words. */
    String name();

    /** Returns a future that fails, with the reason, while it is not so. */
    Future<?> check();
}

package dev.patchbay.multus.netns;

/** A change of a namespace's default routes. */
public sealed interface RouteChange {

    /** Returns the route that is added or removed. */
    DefaultRoute route();

    /** The route is to be there. */
    record Add(DefaultRoute route) implements RouteChange {}

    /** The route is to be gone. */
    record Remove(DefaultRoute route) implements RouteChange {}
}

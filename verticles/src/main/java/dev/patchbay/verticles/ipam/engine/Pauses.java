package dev.patchbay.verticles.ipam.engine;

import java.time.Duration;

/** Does something later, on the authority's event loop. */
@FunctionalInterface
public interface Pauses {

    /** Runs {@code then} when the time is over. */
    void after(Duration pause, Runnable then);
}

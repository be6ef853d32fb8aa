package dev.patchbay.cri;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How the container runtime is reached.
 *
 * @param socket  its unix socket; an absolute path, see {@link CriSockets#choose(String)}
 * @param timeout time limit of one call, connecting and repeating included; more than nothing
 */
public record CriOptions(Path socket, Duration timeout) {

    /** The default time limit of one call: 5 s. A healthy runtime answers within a few milliseconds. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);

    public CriOptions {
        requireNonNull(socket);
        if (timeout.toMillis() <= 0) {
            throw new IllegalArgumentException("the time limit of a call must be at least 1 ms, not " + timeout);
        }
    }

    /** Returns options with the default time limit. */
    public static CriOptions of(Path socket) {
        return new CriOptions(socket, DEFAULT_TIMEOUT);
    }
}

package dev.patchbay.cri;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How the container runtime is reached.
 *
 * @param socket  its unix socket
 * @param timeout time limit of one call
 */
public record CriOptions(Path socket, Duration timeout) {

    /** The default time limit of one call. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
}

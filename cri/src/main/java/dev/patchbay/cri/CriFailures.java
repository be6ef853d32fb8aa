package dev.patchbay.cri;

import dev.patchbay.cri.CriException.Kind;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import io.vertx.grpc.common.GrpcErrorException;
import io.vertx.grpc.common.GrpcStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Says what the failure of a call means. */
final class CriFailures {

    private final Path socket;
    private final Duration timeout;

    CriFailures(CriOptions options) {
        this.socket = options.socket();
        this.timeout = options.timeout();
    }

    /** Returns the failure of a call that the runtime answered with a status other than OK. */
    CriException refused(String what, GrpcStatus status, String message) {
        return switch (status) {
            case NOT_FOUND -> failure(Kind.NOT_FOUND, what, "not found: " + message);
            case UNAVAILABLE -> failure(Kind.UNAVAILABLE, what, "the runtime is not available: " + message);
            case DEADLINE_EXCEEDED, CANCELLED -> late(what);
            case UNIMPLEMENTED ->
                failure(
                        Kind.UNIMPLEMENTED,
                        what,
                        "the runtime does not offer it (%s); is its CRI v1 enabled, and is cri.socket the one that kubelet uses?"
                                .formatted(message));
            default -> failure(Kind.PROTOCOL, what, "the runtime answered %s: %s".formatted(status.name(), message));
        };
    }

    /** Returns the failure of a call that never got an answer, or got one that cannot be read. */
    CriException broken(String what, Throwable cause) {
        return switch (cause) {
            case CriException known -> known;
            case TimeoutException _ -> late(what);
            case GrpcErrorException reset -> refused(what, reset.status(), "the runtime reset the call");
            case IOException _, HttpClosedException _, StreamResetException _ ->
                failure(
                        Kind.UNAVAILABLE,
                        what,
                        "the runtime cannot be reached: %s; does it run, and is the socket's directory visible here?"
                                .formatted(cause.getMessage()),
                        cause);
            case IllegalStateException _ -> failure(Kind.UNAVAILABLE, what, "the client is closed", cause);
            case IllegalArgumentException _ -> failure(Kind.PROTOCOL, what, cause.getMessage(), cause);
            default -> failure(Kind.PROTOCOL, what, "the runtime's answer cannot be understood: " + cause, cause);
        };
    }

    private CriException late(String what) {
        return failure(Kind.DEADLINE, what, "no answer within %d ms".formatted(timeout.toMillis()));
    }

    private CriException failure(Kind kind, String what, String reason) {
        return failure(kind, what, reason, null);
    }

    private CriException failure(Kind kind, String what, String reason, Throwable cause) {
        return new CriException(kind, "container runtime at %s, %s: %s".formatted(socket, what, reason), cause);
    }
}

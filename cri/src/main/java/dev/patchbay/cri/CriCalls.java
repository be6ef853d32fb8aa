package dev.patchbay.cri;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import io.vertx.grpc.client.GrpcClient;
import io.vertx.grpc.client.GrpcClientOptions;
import io.vertx.grpc.client.GrpcClientRequest;
import io.vertx.grpc.client.GrpcClientResponse;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.common.ServiceMethod;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Unary gRPC calls over the runtime's unix socket, all on one HTTP/2 connection that is kept. */
final class CriCalls {

    private static final Logger LOG = LoggerFactory.getLogger(CriCalls.class);

    /** Bytes of one answer; a node with many pods has a long list of sandboxes. */
    private static final long ANSWER_LIMIT = 16L << 20;

    /** Seconds; 0 keeps an idle connection for ever, so that a call after a quiet hour need not connect first. */
    private static final int KEEP_FOR_EVER = 0;

    private final GrpcClient client;
    private final SocketAddress address;
    private final int timeoutMillis;
    private final CriFailures failures;

    CriCalls(Vertx vertx, CriOptions options) {
        this.address = SocketAddress.domainSocketAddress(options.socket().toString());
        this.timeoutMillis = Math.toIntExact(options.timeout().toMillis());
        this.failures = new CriFailures(options);
        this.client = GrpcClient.client(
                vertx,
                new GrpcClientOptions()
                        .setMaxMessageSize(ANSWER_LIMIT)
                        .setTimeout(timeoutMillis)
                        .setTimeoutUnit(TimeUnit.MILLISECONDS)
                        .setScheduleDeadlineAutomatically(true),
                new HttpClientOptions()
                        .setProtocolVersion(HttpVersion.HTTP_2)
                        .setHttp2ClearTextUpgrade(false)
                        .setHttp2KeepAliveTimeout(KEEP_FOR_EVER)
                        .setConnectTimeout(timeoutMillis));
    }

    /**
     * Makes a call. Where it finds no runtime, or one that goes down, it is made once more: after a restart of the
     * runtime the kept connection is dead and a new one works. All calls only read, so a repetition does no harm.
     *
     * @param what names the call in errors
     * @return a future notified with what {@code reader} makes of the answer; fails with a {@link CriException}
     */
    <Q, R, T> Future<T> call(String what, ServiceMethod<R, Q> method, Q request, Function<R, T> reader) {
        return once(what, method, request)
                .recover(failure -> {
                    if (!isUnavailable(failure)) {
                        return Future.failedFuture(failure);
                    }
                    LOG.debug("once more: {}", failure.getMessage());
                    return once(what, method, request);
                })
                .map(reader)
                .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .recover(failure -> Future.failedFuture(failures.broken(what, failure)));
    }

    /** Closes the connection; calls that run fail. */
    Future<Void> close() {
        return client.close();
    }

    private <Q, R> Future<R> once(String what, ServiceMethod<R, Q> method, Q request) {
        return connect(method)
                .compose(call -> call.send(request))
                .compose(response -> answer(what, response))
                .recover(failure -> Future.failedFuture(failures.broken(what, failure)));
    }

    private <Q, R> Future<GrpcClientRequest<Q, R>> connect(ServiceMethod<R, Q> method) {
        try {
            return client.request(address, method);
        } catch (IllegalStateException closed) {
            return Future.failedFuture(closed);
        }
    }

    private <Q, R> Future<R> answer(String what, GrpcClientResponse<Q, R> response) {
        return response.last().recover(failure -> {
            var status = response.status();
            return Future.failedFuture(
                    status == null || status == GrpcStatus.OK
                            ? failure
                            : failures.refused(
                                    what,
                                    status,
                                    Objects.requireNonNullElse(response.statusMessage(), "no reason given")));
        });
    }

    private static boolean isUnavailable(Throwable failure) {
        return failure instanceof CriException known && known.kind() == CriException.Kind.UNAVAILABLE;
    }
}

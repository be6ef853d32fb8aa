package dev.patchbay.cri;

import com.google.protobuf.MessageLite;
import com.google.protobuf.MessageOrBuilder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import io.vertx.grpc.client.GrpcClient;
import io.vertx.grpc.client.GrpcClientOptions;
import io.vertx.grpc.client.GrpcClientResponse;
import io.vertx.grpc.common.GrpcErrorException;
import io.vertx.grpc.common.GrpcMessageDecoder;
import io.vertx.grpc.common.GrpcMessageEncoder;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.common.ServiceMethod;
import io.vertx.grpc.common.ServiceName;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Unary gRPC calls over the runtime's unix socket. */
final class CriCalls {

    private static final ServiceName SERVICE = ServiceName.create("runtime.v1.RuntimeService");

    /** Nodes with many pods have long lists of sandboxes. */
    private static final long MESSAGE_LIMIT = 16L << 20;

    private final GrpcClient client;
    private final SocketAddress address;
    private final CriOptions options;

    CriCalls(Vertx vertx, CriOptions options) {
        this.options = options;
        this.address = SocketAddress.domainSocketAddress(options.socket().toString());
        this.client = GrpcClient.client(
                vertx,
                new GrpcClientOptions().setMaxMessageSize(MESSAGE_LIMIT).setScheduleDeadlineAutomatically(true),
                new HttpClientOptions()
                        .setProtocolVersion(HttpVersion.HTTP_2)
                        .setHttp2ClearTextUpgrade(false)
                        .setConnectTimeout((int) options.timeout().toMillis()));
    }

    /**
     * Makes a call; all of them only read, so one that met a dead connection may simply be repeated. The time limit holds
     * for both attempts together, the connecting included.
     */
    <Q extends MessageLite, R extends MessageOrBuilder> Future<R> call(String method, Q request, R answerType) {
        return once(method, request, answerType)
                .recover(e -> e instanceof CriException failure && failure.kind() == CriException.Kind.UNAVAILABLE
                        ? once(method, request, answerType)
                        : Future.failedFuture(e))
                .timeout(options.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .recover(e -> Future.failedFuture(e instanceof TimeoutException ? late(method, e) : e));
    }

    Future<Void> close() {
        return client.close();
    }

    private <Q extends MessageLite, R extends MessageOrBuilder> Future<R> once(String method, Q request, R answerType) {
        ServiceMethod<R, Q> serviceMethod = ServiceMethod.client(
                SERVICE, method, GrpcMessageEncoder.encoder(), GrpcMessageDecoder.decoder(answerType));
        return client.request(address, serviceMethod)
                .compose(call -> {
                    call.timeout(options.timeout().toMillis(), TimeUnit.MILLISECONDS);
                    return call.send(request);
                })
                .recover(e -> Future.failedFuture(broken(method, e)))
                .compose(response -> answer(method, response));
    }

    private <Q, R> Future<R> answer(String method, GrpcClientResponse<Q, R> response) {
        return response.last().transform(last -> {
            var status = response.status();
            if (status != null && status != GrpcStatus.OK) {
                return Future.failedFuture(refused(method, status, response.statusMessage()));
            }
            if (last.failed()) {
                return Future.failedFuture(broken(method, last.cause()));
            }
            return last.result() == null
                    ? Future.failedFuture(error(CriException.Kind.PROTOCOL, method, "it answered nothing", null))
                    : Future.succeededFuture(last.result());
        });
    }

    private CriException refused(String method, GrpcStatus status, String message) {
        var kind = switch (status) {
            case NOT_FOUND -> CriException.Kind.NOT_FOUND;
            case UNIMPLEMENTED -> CriException.Kind.UNIMPLEMENTED;
            case DEADLINE_EXCEEDED, CANCELLED -> CriException.Kind.DEADLINE;
            case UNAVAILABLE -> CriException.Kind.UNAVAILABLE;
            default -> CriException.Kind.PROTOCOL;
        };
        var reason = message == null ? status.name() : "%s: %s".formatted(status.name(), message);
        return error(kind, method, reason, null);
    }

    /** A call that ended without a status. Only where the connection broke is there hope in another one. */
    private CriException broken(String method, Throwable e) {
        return switch (e) {
            case CriException known -> known;
            case GrpcErrorException reset -> refused(method, reset.status(), "the call was reset");
            case IOException _, HttpClosedException _ ->
                error(CriException.Kind.UNAVAILABLE, method, "it cannot be reached: " + e.getMessage(), e);
            default -> error(CriException.Kind.PROTOCOL, method, "it cannot be understood: " + e, e);
        };
    }

    private CriException late(String method, Throwable e) {
        return error(
                CriException.Kind.DEADLINE,
                method,
                "no answer within %d ms".formatted(options.timeout().toMillis()),
                e);
    }

    private CriException error(CriException.Kind kind, String method, String reason, Throwable cause) {
        return new CriException(
                kind, "container runtime at %s, %s: %s".formatted(options.socket(), method, reason), cause);
    }
}

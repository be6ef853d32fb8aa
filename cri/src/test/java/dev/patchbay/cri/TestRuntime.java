package dev.patchbay.cri;

import com.google.protobuf.MessageLite;
import com.google.protobuf.MessageOrBuilder;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.SocketAddress;
import io.vertx.grpc.common.GrpcMessageDecoder;
import io.vertx.grpc.common.GrpcMessageEncoder;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.common.ServiceMethod;
import io.vertx.grpc.common.ServiceName;
import io.vertx.grpc.server.GrpcServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** A gRPC server on a unix socket that answers calls of the CRI. What it is not taught is UNIMPLEMENTED. */
final class TestRuntime {

    private static final ServiceName SERVICE = ServiceName.create("runtime.v1.RuntimeService");

    private final GrpcServer calls;
    private final HttpServer server;

    private TestRuntime(Vertx vertx) {
        this.calls = GrpcServer.server(vertx);
        this.server = vertx.createHttpServer().requestHandler(calls);
    }

    static TestRuntime on(Vertx vertx) {
        return new TestRuntime(vertx);
    }

    <Q extends MessageOrBuilder, R extends MessageLite> TestRuntime answers(
            String method, Q requestType, Function<Q, R> answer) {
        calls.callHandler(
                method(method, requestType),
                call -> call.last().onSuccess(request -> call.response().end(answer.apply(request))));
        return this;
    }

    <Q extends MessageOrBuilder> TestRuntime refuses(String method, Q requestType, GrpcStatus status, String message) {
        calls.callHandler(
                method(method, requestType),
                call -> call.response().status(status).statusMessage(message).end());
        return this;
    }

    <Q extends MessageOrBuilder> TestRuntime neverAnswers(String method, Q requestType) {
        calls.callHandler(method(method, requestType), _ -> {});
        return this;
    }

    private static <Q extends MessageOrBuilder> ServiceMethod<Q, MessageLite> method(String name, Q requestType) {
        return ServiceMethod.server(
                SERVICE, name, GrpcMessageEncoder.encoder(), GrpcMessageDecoder.decoder(requestType));
    }

    TestRuntime listen(Path socket) throws Exception {
        Files.deleteIfExists(socket);
        server.listen(SocketAddress.domainSocketAddress(socket.toString())).await();
        return this;
    }

    void stop() {
        server.close().await();
    }
}

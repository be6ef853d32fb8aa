package dev.patchbay.cri;

import com.google.protobuf.Message;
import dev.patchbay.cri.proto.ListPodSandboxRequest;
import dev.patchbay.cri.proto.ListPodSandboxResponse;
import dev.patchbay.cri.proto.PodSandboxStatusRequest;
import dev.patchbay.cri.proto.PodSandboxStatusResponse;
import dev.patchbay.cri.proto.VersionRequest;
import dev.patchbay.cri.proto.VersionResponse;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.SocketAddress;
import io.vertx.grpc.common.GrpcMessageDecoder;
import io.vertx.grpc.common.GrpcMessageEncoder;
import io.vertx.grpc.common.ServiceMethod;
import io.vertx.grpc.server.GrpcServer;
import io.vertx.grpc.server.GrpcServerRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A gRPC server on a unix socket, to see how the client bears with the transport; its answers are the test's. Like a real
 * one it shares nothing with the client, nor with its successor on the same path.
 */
final class FakeRuntime implements AutoCloseable {

    static final ServiceMethod<VersionRequest, VersionResponse> VERSION =
            server("Version", VersionRequest.getDefaultInstance());

    static final ServiceMethod<ListPodSandboxRequest, ListPodSandboxResponse> LIST_POD_SANDBOX =
            server("ListPodSandbox", ListPodSandboxRequest.getDefaultInstance());

    static final ServiceMethod<PodSandboxStatusRequest, PodSandboxStatusResponse> POD_SANDBOX_STATUS =
            server("PodSandboxStatus", PodSandboxStatusRequest.getDefaultInstance());

    private final Vertx vertx = Vertx.vertx();
    private final GrpcServer grpc = GrpcServer.server(vertx);
    private final List<HttpConnection> connections = new CopyOnWriteArrayList<>();

    <Q, R> FakeRuntime on(ServiceMethod<Q, R> method, Handler<GrpcServerRequest<Q, R>> handler) {
        grpc.callHandler(method, handler);
        return this;
    }

    /** Answers Version with this name. */
    FakeRuntime named(String name) {
        return on(VERSION, call -> call.response().end(version(name)));
    }

    /** Listens on a new socket, in the place of one that may be there. */
    Future<FakeRuntime> listen(Path socket) {
        return vertx.executeBlocking(() -> Files.deleteIfExists(socket))
                .compose(_ -> vertx.createHttpServer()
                        .requestHandler(grpc)
                        .connectionHandler(connections::add)
                        .listen(SocketAddress.domainSocketAddress(socket.toString())))
                .map(this);
    }

    /** Ends it with all its connections, at once. */
    @Override
    public void close() {
        vertx.close().await();
    }

    List<HttpConnection> connections() {
        return connections;
    }

    static VersionResponse version(String name) {
        return VersionResponse.newBuilder()
                .setRuntimeName(name)
                .setRuntimeVersion("1")
                .setRuntimeApiVersion("v1")
                .build();
    }

    private static <Q extends Message, R extends Message> ServiceMethod<Q, R> server(String name, Q request) {
        return ServiceMethod.server(
                CriMethods.SERVICE, name, GrpcMessageEncoder.encoder(), GrpcMessageDecoder.decoder(request));
    }
}

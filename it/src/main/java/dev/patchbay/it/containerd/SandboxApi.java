package dev.patchbay.it.containerd;

import com.google.protobuf.MessageLite;
import com.google.protobuf.MessageOrBuilder;
import dev.patchbay.it.proto.RunSandboxRequest;
import dev.patchbay.it.proto.RunSandboxResponse;
import dev.patchbay.it.proto.SandboxConfig;
import dev.patchbay.it.proto.SandboxLinuxConfig;
import dev.patchbay.it.proto.SandboxMetadata;
import dev.patchbay.it.proto.SandboxNamespaceOption;
import dev.patchbay.it.proto.SandboxNetwork;
import dev.patchbay.it.proto.SandboxRequest;
import dev.patchbay.it.proto.SandboxResponse;
import dev.patchbay.it.proto.SandboxSecurityContext;
import io.vertx.core.Vertx;
import io.vertx.core.net.SocketAddress;
import io.vertx.grpc.client.GrpcClient;
import io.vertx.grpc.client.GrpcClientOptions;
import io.vertx.grpc.client.GrpcClientResponse;
import io.vertx.grpc.common.GrpcMessageDecoder;
import io.vertx.grpc.common.GrpcMessageEncoder;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.common.ServiceMethod;
import io.vertx.grpc.common.ServiceName;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Makes and ends sandboxes, as the kubelet does. Blocks. */
public final class SandboxApi implements AutoCloseable {

    private static final ServiceName SERVICE = ServiceName.create("runtime.v1.RuntimeService");
    private static final long LIMIT_SECONDS = 60;

    private final Vertx vertx;
    private final GrpcClient client;
    private final SocketAddress address;

    SandboxApi(Path socket) {
        vertx = Vertx.vertx();
        client = GrpcClient.client(
                vertx,
                new GrpcClientOptions()
                        .setTimeout((int) LIMIT_SECONDS)
                        .setTimeoutUnit(TimeUnit.SECONDS)
                        .setScheduleDeadlineAutomatically(true));
        address = SocketAddress.domainSocketAddress(socket.toString());
    }

    /** Who a sandbox is for. */
    public record Identity(String namespace, String name, String uid, int attempt) {}

    /** Makes a sandbox; returns its ID. */
    public String run(Identity pod, boolean hostNetwork) {
        var network = hostNetwork ? SandboxNetwork.OF_NODE : SandboxNetwork.OWN;
        var config = SandboxConfig.newBuilder()
                .setMetadata(SandboxMetadata.newBuilder()
                        .setNamespace(pod.namespace())
                        .setName(pod.name())
                        .setUid(pod.uid())
                        .setAttempt(pod.attempt()))
                .setHostname(hostNetwork ? "" : pod.name())
                .putLabels("io.kubernetes.pod.namespace", pod.namespace())
                .putLabels("io.kubernetes.pod.name", pod.name())
                .putLabels("io.kubernetes.pod.uid", pod.uid())
                .setLinux(SandboxLinuxConfig.newBuilder()
                        .setSecurityContext(SandboxSecurityContext.newBuilder()
                                .setNamespaceOptions(
                                        SandboxNamespaceOption.newBuilder().setNetwork(network))));
        return call(
                        "RunPodSandbox",
                        RunSandboxRequest.newBuilder().setConfig(config).build(),
                        RunSandboxResponse.getDefaultInstance())
                .getPodSandboxId();
    }

    /** Ends a sandbox: its processes, its network, its namespace. */
    public void stop(String sandboxId) {
        call("StopPodSandbox", request(sandboxId), SandboxResponse.getDefaultInstance());
    }

    /** Removes a sandbox that has ended from the runtime's memory. */
    public void remove(String sandboxId) {
        call("RemovePodSandbox", request(sandboxId), SandboxResponse.getDefaultInstance());
    }

    @Override
    public void close() {
        vertx.close();
    }

    private static SandboxRequest request(String sandboxId) {
        return SandboxRequest.newBuilder().setPodSandboxId(sandboxId).build();
    }

    private <Q extends MessageLite, R extends MessageOrBuilder> R call(String method, Q request, R answerType) {
        ServiceMethod<R, Q> serviceMethod = ServiceMethod.client(
                SERVICE, method, GrpcMessageEncoder.encoder(), GrpcMessageDecoder.decoder(answerType));
        var answer = client.request(address, serviceMethod)
                .compose(call -> call.send(request))
                .compose(response -> response.last().otherwiseEmpty().map(last -> checked(method, response, last)));
        try {
            return answer.toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(method + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static <Q, R> R checked(String method, GrpcClientResponse<Q, R> response, R last) {
        if (response.status() != GrpcStatus.OK) {
            throw new IllegalStateException("%s: %s %s".formatted(method, response.status(), response.statusMessage()));
        }
        return last;
    }
}

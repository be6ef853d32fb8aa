package dev.patchbay.cri;

import com.google.protobuf.Message;
import dev.patchbay.cri.proto.ListPodSandboxRequest;
import dev.patchbay.cri.proto.ListPodSandboxResponse;
import dev.patchbay.cri.proto.PodSandboxStatusRequest;
import dev.patchbay.cri.proto.PodSandboxStatusResponse;
import dev.patchbay.cri.proto.StatusRequest;
import dev.patchbay.cri.proto.StatusResponse;
import dev.patchbay.cri.proto.VersionRequest;
import dev.patchbay.cri.proto.VersionResponse;
import io.vertx.grpc.common.GrpcMessageDecoder;
import io.vertx.grpc.common.GrpcMessageEncoder;
import io.vertx.grpc.common.ServiceMethod;
import io.vertx.grpc.common.ServiceName;

/** The methods of {@code runtime.v1.RuntimeService} that this client calls. */
final class CriMethods {

    static final ServiceName SERVICE = ServiceName.create("runtime.v1", "RuntimeService");

    static final ServiceMethod<VersionResponse, VersionRequest> VERSION =
            method("Version", VersionResponse.getDefaultInstance());

    static final ServiceMethod<StatusResponse, StatusRequest> STATUS =
            method("Status", StatusResponse.getDefaultInstance());

    static final ServiceMethod<ListPodSandboxResponse, ListPodSandboxRequest> LIST_POD_SANDBOX =
            method("ListPodSandbox", ListPodSandboxResponse.getDefaultInstance());

    static final ServiceMethod<PodSandboxStatusResponse, PodSandboxStatusRequest> POD_SANDBOX_STATUS =
            method("PodSandboxStatus", PodSandboxStatusResponse.getDefaultInstance());

    private CriMethods() {}

    private static <Q extends Message, R extends Message> ServiceMethod<R, Q> method(String name, R answer) {
        return ServiceMethod.client(SERVICE, name, GrpcMessageEncoder.encoder(), GrpcMessageDecoder.decoder(answer));
    }
}

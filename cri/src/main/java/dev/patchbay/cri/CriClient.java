package dev.patchbay.cri;

import dev.patchbay.cri.proto.ListPodSandboxRequest;
import dev.patchbay.cri.proto.ListPodSandboxResponse;
import dev.patchbay.cri.proto.PodSandbox;
import dev.patchbay.cri.proto.PodSandboxFilter;
import dev.patchbay.cri.proto.PodSandboxState;
import dev.patchbay.cri.proto.PodSandboxStatusRequest;
import dev.patchbay.cri.proto.PodSandboxStatusResponse;
import dev.patchbay.cri.proto.RuntimeCondition;
import dev.patchbay.cri.proto.StatusRequest;
import dev.patchbay.cri.proto.StatusResponse;
import dev.patchbay.cri.proto.VersionRequest;
import dev.patchbay.cri.proto.VersionResponse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A client of the container runtime interface, CRI v1. It only reads. Futures fail with a {@link CriException}; a call
 * that fails because the runtime was restarted is made once more, on a new connection.
 */
public final class CriClient {

    private static final String UID_LABEL = "io.kubernetes.pod.uid";

    private final CriCalls calls;

    private CriClient(CriCalls calls) {
        this.calls = calls;
    }

    /** Creates a client; it connects with the first call. */
    public static CriClient create(Vertx vertx, CriOptions options) {
        return new CriClient(new CriCalls(vertx, options));
    }

    /** Returns a future notified with who the runtime is. */
    public Future<RuntimeVersion> version() {
        return calls.call("Version", VersionRequest.getDefaultInstance(), VersionResponse.getDefaultInstance())
                .map(v -> new RuntimeVersion(v.getRuntimeName(), v.getRuntimeVersion(), v.getRuntimeApiVersion()));
    }

    /** Returns a future notified with whether the runtime can make pods. */
    public Future<RuntimeStatus> status() {
        return calls.call("Status", StatusRequest.getDefaultInstance(), StatusResponse.getDefaultInstance())
                .map(CriClient::status);
    }

    /**
     * Finds the present sandbox of a pod.
     *
     * @return a future notified with the newest sandbox that is ready; empty where there is none
     */
    public Future<Optional<Sandbox>> findSandbox(String podUid) {
        var filter = PodSandboxFilter.newBuilder().putLabelSelector(UID_LABEL, podUid);
        return list(ListPodSandboxRequest.newBuilder().setFilter(filter).build())
                .map(sandboxes -> present(podUid, sandboxes));
    }

    /** Returns a future notified with all sandboxes, in whatever state. */
    public Future<List<Sandbox>> listSandboxes() {
        return list(ListPodSandboxRequest.getDefaultInstance());
    }

    /** Returns a future notified with what the runtime knows of a sandbox; fails with NOT_FOUND where it knows none. */
    public Future<SandboxDetails> details(String sandboxId) {
        var request = PodSandboxStatusRequest.newBuilder()
                .setPodSandboxId(sandboxId)
                .setVerbose(true)
                .build();
        return calls.call("PodSandboxStatus", request, PodSandboxStatusResponse.getDefaultInstance())
                .map(SandboxInfoParser::parse);
    }

    /** Closes the connection; calls that run fail. */
    public Future<Void> close() {
        return calls.close();
    }

    /** Of a pod's sandboxes one is present: the newest that is ready. Earlier ones stay listed until they are collected. */
    static Optional<Sandbox> present(String podUid, List<Sandbox> sandboxes) {
        return sandboxes.stream()
                .filter(Sandbox::isReady)
                .filter(sandbox -> sandbox.podUid().equals(podUid))
                .max(Sandbox.BY_AGE);
    }

    private Future<List<Sandbox>> list(ListPodSandboxRequest request) {
        return calls.call("ListPodSandbox", request, ListPodSandboxResponse.getDefaultInstance())
                .map(response ->
                        response.getItemsList().stream().map(CriClient::sandbox).toList());
    }

    private static Sandbox sandbox(PodSandbox item) {
        var pod = item.getMetadata();
        return new Sandbox(
                item.getId(),
                pod.getNamespace(),
                pod.getName(),
                pod.getUid(),
                pod.getAttempt(),
                item.getCreatedAt(),
                item.getState() == PodSandboxState.SANDBOX_READY,
                item.getRuntimeHandler());
    }

    private static RuntimeStatus status(StatusResponse response) {
        var conditions = response.getStatus().getConditionsList();
        var message = conditions.stream()
                .filter(c -> !c.getStatus())
                .map(c -> "%s: %s %s".formatted(c.getType(), c.getReason(), c.getMessage()))
                .collect(Collectors.joining("; "));
        return new RuntimeStatus(isTrue(conditions, "RuntimeReady"), isTrue(conditions, "NetworkReady"), message);
    }

    private static boolean isTrue(List<RuntimeCondition> conditions, String type) {
        return conditions.stream().anyMatch(c -> c.getType().equals(type) && c.getStatus());
    }
}

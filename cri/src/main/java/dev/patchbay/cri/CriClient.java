package dev.patchbay.cri;

import dev.patchbay.cri.proto.ListPodSandboxRequest;
import dev.patchbay.cri.proto.PodSandboxStatusRequest;
import dev.patchbay.cri.proto.StatusRequest;
import dev.patchbay.cri.proto.VersionRequest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Optional;

/**
 * A client of the container runtime interface, CRI v1, service {@code runtime.v1.RuntimeService}. It only reads. Futures
 * fail with a {@link CriException}, at the latest when the time limit of {@link CriOptions} has passed; a restart of the
 * runtime between two calls is not noticed.
 */
public final class CriClient {

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
        return calls.call(
                "Version",
                CriMethods.VERSION,
                VersionRequest.getDefaultInstance(),
                v -> new RuntimeVersion(v.getRuntimeName(), v.getRuntimeVersion(), v.getRuntimeApiVersion()));
    }

    /** Returns a future notified with whether the runtime can make sandboxes, and where its CNI files are. */
    public Future<RuntimeInfo> status() {
        return calls.call(
                "Status",
                CriMethods.STATUS,
                StatusRequest.newBuilder().setVerbose(true).build(),
                RuntimeInfoParser::parse);
    }

    /**
     * Finds the present sandbox of a pod.
     *
     * @param podUid {@code metadata.uid} of the pod; a static pod's is its configuration hash, as the runtime has it
     * @return a future notified with the newest sandbox that is ready; empty where there is none, which is no error: it
     *     may be about to come
     */
    public Future<Optional<Sandbox>> findSandbox(String podUid) {
        return list(Sandboxes.readyOf(podUid)).map(sandboxes -> Sandboxes.present(podUid, sandboxes));
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
        return calls.call(
                "PodSandboxStatus of " + sandboxId, CriMethods.POD_SANDBOX_STATUS, request, SandboxInfoParser::parse);
    }

    /** Closes the connection; calls that run fail. */
    public Future<Void> close() {
        return calls.close();
    }

    private Future<List<Sandbox>> list(ListPodSandboxRequest request) {
        return calls.call(
                "ListPodSandbox",
                CriMethods.LIST_POD_SANDBOX,
                request,
                response ->
                        response.getItemsList().stream().map(Sandboxes::from).toList());
    }
}

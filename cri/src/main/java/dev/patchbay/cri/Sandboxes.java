package dev.patchbay.cri;

import dev.patchbay.cri.proto.ListPodSandboxRequest;
import dev.patchbay.cri.proto.PodSandbox;
import dev.patchbay.cri.proto.PodSandboxFilter;
import dev.patchbay.cri.proto.PodSandboxState;
import dev.patchbay.cri.proto.PodSandboxStateValue;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Sandboxes in lists: what to ask for, how to read it, and which one of a pod's is the present one. */
final class Sandboxes {

    /** The label by which kubelet marks a sandbox with its pod. */
    private static final String UID_LABEL = "io.kubernetes.pod.uid";

    /** Orders the sandboxes of one pod, the newest last. Clocks may jump, attempts do not. */
    private static final Comparator<Sandbox> BY_AGE =
            Comparator.comparingInt(Sandbox::attempt).thenComparingLong(Sandbox::createdAt);

    private Sandboxes() {}

    /** Returns the request for a pod's sandboxes that run. */
    static ListPodSandboxRequest readyOf(String podUid) {
        var ready = PodSandboxStateValue.newBuilder().setState(PodSandboxState.SANDBOX_READY);
        var filter = PodSandboxFilter.newBuilder().setState(ready).putLabelSelector(UID_LABEL, podUid);
        return ListPodSandboxRequest.newBuilder().setFilter(filter).build();
    }

    /**
     * Returns the present sandbox of a pod: the newest that runs. After a crash or a reboot the earlier ones stay listed
     * until the runtime collects them. UID and state are checked although they were asked for: the filter is the
     * runtime's, the consequences of a wrong sandbox are ours.
     */
    static Optional<Sandbox> present(String podUid, List<Sandbox> sandboxes) {
        return sandboxes.stream()
                .filter(Sandbox::isReady)
                .filter(sandbox -> sandbox.podUid().equals(podUid))
                .max(BY_AGE);
    }

    static Sandbox from(PodSandbox item) {
        var pod = item.getMetadata();
        return new Sandbox(
                item.getId(),
                pod.getNamespace(),
                pod.getName(),
                pod.getUid(),
                pod.getAttempt(),
                item.getCreatedAt(),
                state(item.getState()),
                item.getLabelsMap(),
                item.getRuntimeHandler());
    }

    /** Whatever is not known to be ready counts as not ready. */
    static Sandbox.State state(PodSandboxState state) {
        return state == PodSandboxState.SANDBOX_READY ? Sandbox.State.READY : Sandbox.State.NOT_READY;
    }
}

package dev.patchbay.verticles.reconcile;

import dev.patchbay.annotations.selection.NetworkSelectionElement;
import dev.patchbay.annotations.selection.NetworkSelections;
import dev.patchbay.annotations.selection.ParsedSelections;
import dev.patchbay.verticles.bus.PodSnapshot;
import java.util.List;

/** What is to be done about a pod, as far as the pod alone tells. */
sealed interface Decision {

    /** Nothing, now. */
    record Nothing() implements Decision {}

    /** The pod can have no NICs plugged, and asks for some. */
    record Reject(String reason) implements Decision {}

    /** The annotation cannot be read: nothing is changed. */
    record Invalid(String message) implements Decision {}

    /** The pod has ended or is about to: free what its sandbox held once that is gone. */
    record FreeWhenGone() implements Decision {}

    /**
     * See to it that the pod has these networks.
     *
     * @param wasAsked whether the pod has the annotation; if not, only what Patchbay itself attached is removed
     */
    record Provide(List<NetworkSelectionElement> desired, boolean wasAsked) implements Decision {

        public Provide {
            desired = List.copyOf(desired);
        }
    }

    /**
     * Decides about a pod.
     *
     * @param holdsAttachments whether attachments of ours are recorded for it
     */
    static Decision about(PodSnapshot pod, boolean holdsAttachments) {
        if (pod.finished() || pod.deleting()) {
            return holdsAttachments ? new FreeWhenGone() : new Nothing();
        }
        if (pod.networks().isEmpty()) {
            return holdsAttachments ? new Provide(List.of(), false) : new Nothing();
        }
        return switch (NetworkSelections.parse(pod.networks().get(), pod.pod().namespace())) {
            case ParsedSelections.Invalid invalid -> new Invalid(invalid.message());
            case ParsedSelections.Valid valid -> aboutWish(pod, valid.elements());
        };
    }

    private static Decision aboutWish(PodSnapshot pod, List<NetworkSelectionElement> desired) {
        if (pod.hostNetwork()) {
            return desired.isEmpty()
                    ? new Nothing()
                    : new Reject("the pod uses the host's network: no interface can be plugged into it");
        }
        if (pod.staticPod()) {
            return desired.isEmpty()
                    ? new Nothing()
                    : new Reject("the pod is a static pod, made from a file on the node: its annotation has no effect");
        }
        // Before status.podIPs is set, the pod's creation, and with it Multus' own work, may not be over.
        return pod.hasAddresses() ? new Provide(desired, true) : new Nothing();
    }
}

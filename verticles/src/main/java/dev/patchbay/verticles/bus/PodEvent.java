package dev.patchbay.verticles.bus;

import dev.patchbay.multus.nad.PodRef;

/**
 * Something that the user should know about a pod.
 *
 * @param pod     the pod
 * @param reason  why
 * @param message for people
 */
public record PodEvent(PodRef pod, Reason reason, String message) {

    /** Reasons of Events; the first five are those that users of multus-dynamic-networks-controller know. */
    public enum Reason {
        AddedInterface(false),
        FailedAddingInterface(true),
        RemovedInterface(false),
        FailedRemovingInterface(true),
        InterfaceAddRejected(true),
        InvalidNetworksAnnotation(true),
        UnknownInterfaceLeft(false);

        private final boolean warning;

        Reason(boolean warning) {
            this.warning = warning;
        }

        /** Returns whether the Event's type is Warning. */
        public boolean isWarning() {
            return warning;
        }
    }
}

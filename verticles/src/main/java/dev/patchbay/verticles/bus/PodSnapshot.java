package dev.patchbay.verticles.bus;

import dev.patchbay.multus.nad.PodRef;
import java.util.Optional;

/**
 * A pod as far as Patchbay cares, at one resourceVersion.
 *
 * @param pod             namespace, name and UID
 * @param resourceVersion the version read
 * @param hostNetwork     {@code spec.hostNetwork}
 * @param finished        {@code status.phase} is Succeeded or Failed
 * @param deleting        {@code metadata.deletionTimestamp} is set
 * @param hasAddresses    {@code status.podIPs} is set: the pod's own network is complete
 * @param staticPod       the pod is the mirror of one from a file: its sandbox bears another UID
 * @param virtualMachine  the pod is a KubeVirt launcher
 * @param runs            changes whenever a container was started: a sandbox may have been made anew
 * @param networks        the networks annotation; empty where the key is absent
 * @param networkStatus   the network-status annotation
 * @param condition       the condition that Patchbay wrote earlier
 */
public record PodSnapshot(
        PodRef pod,
        long resourceVersion,
        boolean hostNetwork,
        boolean finished,
        boolean deleting,
        boolean hasAddresses,
        boolean staticPod,
        boolean virtualMachine,
        String runs,
        Optional<String> networks,
        Optional<String> networkStatus,
        Optional<Condition> condition) {

    /** Returns whether the two differ in nothing but the version. */
    public boolean sameAs(PodSnapshot other) {
        return equals(other.atVersion(resourceVersion));
    }

    private PodSnapshot atVersion(long version) {
        return new PodSnapshot(
                pod,
                version,
                hostNetwork,
                finished,
                deleting,
                hasAddresses,
                staticPod,
                virtualMachine,
                runs,
                networks,
                networkStatus,
                condition);
    }
}

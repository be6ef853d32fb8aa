package dev.patchbay.multus.policy;

import dev.patchbay.multus.cni.CniCall;
import java.util.Set;

/**
 * An attachment that the pod has already.
 *
 * @param interfaceName the interface (CNI_IFNAME)
 * @param networkName   the {@code name} of the CNI configuration
 * @param sharedState   plugins at work in it that keep one state for a network and a pod, however many interfaces
 */
public record ExistingAttachment(String interfaceName, String networkName, Set<String> sharedState) {

    public ExistingAttachment {
        sharedState = Set.copyOf(sharedState);
    }

    /** Returns the attachment that an ADD with these parameters made. */
    public static ExistingAttachment of(CniCall call) {
        return new ExistingAttachment(
                call.interfaceName(),
                call.network().name(),
                SharedState.of(call.network(), call.capabilityArgs().keySet()));
    }
}

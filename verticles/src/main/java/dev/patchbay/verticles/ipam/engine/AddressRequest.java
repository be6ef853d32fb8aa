package dev.patchbay.verticles.ipam.engine;

import java.time.Instant;
import java.util.List;

/**
 * A wish for addresses: all of them or none.
 *
 * @param slots    one for each address, e.g. for each family of each interface of a pod
 * @param deadline until when it is tried while the store does not answer or others are faster
 */
public record AddressRequest(List<SlotRequest> slots, Instant deadline) {

    public AddressRequest {
        slots = List.copyOf(slots);
    }
}

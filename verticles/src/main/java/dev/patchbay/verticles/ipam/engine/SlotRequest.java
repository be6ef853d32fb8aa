package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.block.LeaseRequest;
import dev.patchbay.verticles.ipam.block.Window;
import java.time.Duration;
import java.util.List;

/**
 * A wish for one address.
 *
 * @param domain     where it must be unique
 * @param windows    what it may be taken from; the first that has one gives it
 * @param reuseDelay how long a released address rests before somebody else gets it
 */
public record SlotRequest(String domain, List<Window> windows, Duration reuseDelay, LeaseRequest lease) {

    public SlotRequest {
        windows = List.copyOf(windows);
    }
}

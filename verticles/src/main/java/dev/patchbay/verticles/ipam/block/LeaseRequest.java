package dev.patchbay.verticles.ipam.block;

import dev.patchbay.verticles.ipam.address.Address;
import java.time.Instant;
import java.util.Optional;

/**
 * A wish for one address. Its fields become those of the {@link Lease}.
 *
 * @param address the one that is asked for; empty: any
 */
public record LeaseRequest(
        Owner owner,
        String pool,
        int slot,
        String containerId,
        String ifname,
        String node,
        Optional<Address> address,
        Optional<String> mac,
        Optional<String> nad) {

    /** Returns a new lease of this request. */
    Lease lease(Address given, Instant now, long sequence) {
        return new Lease(given, owner, pool, slot, containerId, ifname, node, now, sequence, mac, nad);
    }

    /** Returns the lease with what has changed since it was written; the very same lease where nothing has. */
    Lease refresh(Lease present, long sequence) {
        var fresh = new Lease(
                present.address(),
                owner,
                pool,
                slot,
                containerId,
                ifname,
                node,
                present.since(),
                present.sequence(),
                mac.or(present::mac),
                nad.or(present::nad));
        return fresh.equals(present) ? present : fresh.at(sequence);
    }
}

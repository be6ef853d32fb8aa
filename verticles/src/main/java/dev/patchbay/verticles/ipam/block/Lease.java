package dev.patchbay.verticles.ipam.block;

import dev.patchbay.verticles.ipam.address.Address;
import java.time.Instant;
import java.util.Optional;

/**
 * An address that somebody has.
 *
 * @param pool        the name of the pool that it was taken from
 * @param slot        which of the pool's ranges it is for, from 0; one address is taken from each
 * @param containerId the sandbox that asked last
 * @param ifname      the interface that asked last
 * @param node        where it asked
 * @param since       when the owner got the address; it stays when the owner asks again
 * @param sequence    the block's sequence when this lease was written last: what a release must know
 * @param mac         the hardware address that goes with it, if one was asked for
 * @param nad         the network that it was asked for, as {@code namespace/name}
 */
public record Lease(
        Address address,
        Owner owner,
        String pool,
        int slot,
        String containerId,
        String ifname,
        String node,
        Instant since,
        long sequence,
        Optional<String> mac,
        Optional<String> nad) {

    /** Returns whether this is the address that the owner has from this range of this pool. */
    public boolean isFor(LeaseRequest request) {
        return slot == request.slot()
                && pool.equals(request.pool())
                && owner.key().equals(request.owner().key());
    }

    /** Returns this lease as written with another sequence of the block. */
    Lease at(long newSequence) {
        return new Lease(address, owner, pool, slot, containerId, ifname, node, since, newSequence, mac, nad);
    }
}

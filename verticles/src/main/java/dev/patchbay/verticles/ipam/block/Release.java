package dev.patchbay.verticles.ipam.block;

import dev.patchbay.verticles.ipam.address.Address;

/** Which leases are to be given back. */
public sealed interface Release {

    /** Returns whether the lease is one of these. */
    boolean matches(Lease lease);

    /**
     * What an interface of a sandbox asked for: the runtime's DEL. It means nothing once another sandbox has taken the
     * lease over, and it never gives a claim's address back.
     */
    record BySandbox(String containerId, String ifname) implements Release {

        @Override
        public boolean matches(Lease lease) {
            return !(lease.owner() instanceof Owner.ClaimOwner)
                    && lease.containerId().equals(containerId)
                    && lease.ifname().equals(ifname);
        }
    }

    /** All that an owner has. */
    record ByOwner(String ownerKey) implements Release {

        @Override
        public boolean matches(Lease lease) {
            return lease.owner().key().equals(ownerKey);
        }
    }

    /** One lease as it was seen: it means nothing once the lease was written again, even for the same address. */
    record BySequence(Address address, long sequence) implements Release {

        @Override
        public boolean matches(Lease lease) {
            return lease.sequence() == sequence && lease.address().equals(address);
        }
    }
}

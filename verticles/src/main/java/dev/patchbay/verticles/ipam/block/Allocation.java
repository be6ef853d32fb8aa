package dev.patchbay.verticles.ipam.block;

import dev.patchbay.verticles.ipam.address.Address;
import java.time.Instant;
import java.util.Optional;

/** What came of a request for an address. All but {@link Taken} leave the block as it was. */
public sealed interface Allocation {

    /**
     * The owner has an address.
     *
     * @param block the block afterwards; the very same where the owner had the address already and nothing is to be written
     */
    record Taken(Block block, Lease lease) implements Allocation {}

    /**
     * The block has no address for anybody now.
     *
     * @param nextFree when one will be, by what is known now; empty: not before a release
     */
    record Full(Optional<Instant> nextFree) implements Allocation {}

    /**
     * Another has the address that was asked for, or the same owner for another purpose.
     *
     * @param by what it is leased for
     */
    record Held(Lease by) implements Allocation {}

    /** The address that was asked for was another's until lately; it is free at {@code freeAt}. */
    record Resting(Rest rest, Instant freeAt) implements Allocation {}

    /** The address that was asked for is never given. */
    record NotAllowed(Address address, Rule rule) implements Allocation {}
}

package dev.patchbay.verticles.ipam.block;

import dev.patchbay.verticles.ipam.address.Address;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/**
 * A released address. It rests for the reuse delay, so that peers of its last owner do not talk to another by mistake;
 * then it waits here until it is given again.
 *
 * @param sequence  the block's sequence when it was released: its place in the queue
 * @param lastOwner the key of the owner that had it; this one may have it again at once
 */
public record Rest(Address address, Instant releasedAt, long sequence, String lastOwner) {

    /** Returns whether anybody may have the address. */
    boolean isOver(Instant now, Duration reuseDelay) {
        return Duration.between(releasedAt, now).compareTo(reuseDelay) >= 0;
    }

    /** Returns when anybody may have the address. */
    Instant freeAt(Duration reuseDelay) {
        try {
            return releasedAt.plus(reuseDelay);
        } catch (ArithmeticException | DateTimeException _) {
            return Instant.MAX;
        }
    }
}

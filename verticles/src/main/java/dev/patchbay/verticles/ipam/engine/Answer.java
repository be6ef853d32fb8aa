package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.block.Lease;
import dev.patchbay.verticles.ipam.block.Rule;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What came of a wish for addresses. */
public sealed interface Answer {

    /** All are there, in the order of the slots, and durable. */
    record Granted(List<Lease> leases) implements Answer {

        public Granted {
            leases = List.copyOf(leases);
        }
    }

    /** None was given. */
    sealed interface Refused extends Answer {

        /** Returns what is wrong, for the user. */
        String reason();
    }

    /**
     * The pool has no address left.
     *
     * @param ranges   the ranges of the slot that found none
     * @param size     how many addresses they have
     * @param used     how many of them are leased
     * @param resting  how many of them rest
     * @param holders  who has how many, most first, as namespace
     * @param nextFree when one will have rested; empty: not before a release
     */
    record Exhausted(
            String pool,
            String ranges,
            BigInteger size,
            long used,
            long resting,
            Map<String, Long> holders,
            Optional<Instant> nextFree)
            implements Refused {

        @Override
        public String reason() {
            var most = holders.entrySet().stream()
                    .map(e -> e.getKey() + " " + e.getValue())
                    .reduce((a, b) -> a + ", " + b)
                    .map(text -> "; most are held in " + text)
                    .orElse("");
            var next = nextFree.map(at -> "; the next is free at " + at).orElse("");
            return "pool %s (%s, %d addresses) has no free address: %d are used, %d rest%s%s"
                    .formatted(pool, ranges, size, used, resting, next, most);
        }
    }

    /** The address that was asked for is another's. */
    record Held(Lease by) implements Refused {

        @Override
        public String reason() {
            return "%s is held by %s since %s".formatted(by.address(), Holders.name(by), by.since());
        }
    }

    /** The address that was asked for was another's until lately. */
    record Resting(Address address, Instant freeAt) implements Refused {

        @Override
        public String reason() {
            return "%s was released lately and rests until %s".formatted(address, freeAt);
        }
    }

    /** The address that was asked for is never given from the pool. */
    record NotAllowed(Address address, String pool, Rule rule) implements Refused {

        @Override
        public String reason() {
            return "%s cannot be taken from pool %s: it %s".formatted(address, pool, rule);
        }
    }

    /** A block that would have to be written cannot be understood. */
    record Unreadable(String what) implements Refused {

        @Override
        public String reason() {
            return what;
        }
    }
}

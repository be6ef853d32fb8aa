package dev.patchbay.verticles.ipam.address;

import java.math.BigInteger;
import java.util.Optional;

/**
 * The addresses from one to another, both included.
 *
 * @param first not after {@code last}, and of the same family
 */
public record Span(Address first, Address last) {

    /** @throws IllegalArgumentException where the ends are of two families, or in the wrong order */
    public Span {
        if (first.family() != last.family()) {
            throw new IllegalArgumentException("%s and %s are of two families".formatted(first, last));
        }
        if (first.compareTo(last) > 0) {
            throw new IllegalArgumentException("%s comes after %s".formatted(first, last));
        }
    }

    /** Returns the span of one address alone. */
    public static Span of(Address address) {
        return new Span(address, address);
    }

    /** Returns the family of all its addresses. */
    public Family family() {
        return first.family();
    }

    /** Returns how many addresses there are; at least one. */
    public BigInteger size() {
        return last.value().subtract(first.value()).add(BigInteger.ONE);
    }

    /** Returns whether the address is one of these. */
    public boolean contains(Address address) {
        return first.compareTo(address) <= 0 && address.compareTo(last) <= 0;
    }

    /** Returns whether all addresses of the other span are among these. */
    public boolean contains(Span other) {
        return contains(other.first) && contains(other.last);
    }

    /** Returns the addresses that are in both; empty where there is none. */
    public Optional<Span> intersect(Span other) {
        var from = max(first, other.first);
        var to = min(last, other.last);
        return from.compareTo(to) <= 0 ? Optional.of(new Span(from, to)) : Optional.empty();
    }

    static Address min(Address a, Address b) {
        return a.compareTo(b) <= 0 ? a : b;
    }

    static Address max(Address a, Address b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    @Override
    public String toString() {
        return first.equals(last) ? first.toString() : first + "-" + last;
    }
}

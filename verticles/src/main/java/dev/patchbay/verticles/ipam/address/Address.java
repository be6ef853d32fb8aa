package dev.patchbay.verticles.ipam.address;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.Optional;

/**
 * An IP address as a number of 128 bits without sign. IPv4 addresses sort before IPv6 addresses.
 *
 * @param high the upper 64 bits; zero for IPv4
 * @param low  the lower 64 bits
 */
public record Address(Family family, long high, long low) implements Comparable<Address> {

    private static final Comparator<Address> ORDER = Comparator.comparing(Address::family)
            .thenComparing(Address::high, Long::compareUnsigned)
            .thenComparing(Address::low, Long::compareUnsigned);
    private static final BigInteger LOW = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    /** @throws IllegalArgumentException where the number is larger than the family has addresses */
    public Address {
        if (family == Family.IPV4 && (high != 0 || (low >>> 32) != 0)) {
            throw new IllegalArgumentException("an IPv4 address has 32 bits only");
        }
    }

    /**
     * Returns the address of a plain text: no leading zeros, no prefix, no zone, no ranges, no IPv4 inside IPv6.
     *
     * @throws IllegalArgumentException saying what is wrong with the text
     */
    public static Address parse(String text) {
        return AddressText.address(text);
    }

    /**
     * Returns the address with this number.
     *
     * @throws IllegalArgumentException where the family has no such address
     */
    public static Address of(Family family, BigInteger value) {
        if (value.signum() < 0 || value.bitLength() > family.bits()) {
            throw new IllegalArgumentException("%s has no address number %s".formatted(family, value));
        }
        return new Address(family, value.shiftRight(64).longValue(), value.longValue());
    }

    /** Returns the number of this address. */
    public BigInteger value() {
        return unsigned(high).shiftLeft(64).or(unsigned(low));
    }

    private static BigInteger unsigned(long bits) {
        return BigInteger.valueOf(bits).and(LOW);
    }

    /**
     * Returns the address {@code distance} further on.
     *
     * @throws IllegalArgumentException where the family ends before it
     */
    public Address plus(BigInteger distance) {
        return of(family, value().add(distance));
    }

    /** Returns the address after this one; empty after the family's last. */
    public Optional<Address> next() {
        return isLastOf(0) ? Optional.empty() : Optional.of(plus(BigInteger.ONE));
    }

    /** Returns the address before this one; empty before the family's first. */
    public Optional<Address> previous() {
        return high == 0 && low == 0 ? Optional.empty() : Optional.of(plus(BigInteger.ONE.negate()));
    }

    /**
     * Returns the first address of the subnet that this one is in.
     *
     * @param prefixLength 0 to the bits of the family
     */
    public Address floor(int prefixLength) {
        return new Address(family, high & ~hostHigh(prefixLength), low & ~hostLow(prefixLength));
    }

    /** Returns the last address of the subnet that this one is in. */
    public Address ceiling(int prefixLength) {
        return new Address(family, high | hostHigh(prefixLength), low | hostLow(prefixLength));
    }

    private boolean isLastOf(int prefixLength) {
        return equals(ceiling(prefixLength));
    }

    private long hostHigh(int prefixLength) {
        return ones(family.bits() - prefixLength - 64);
    }

    private long hostLow(int prefixLength) {
        return ones(family.bits() - prefixLength);
    }

    /** Shifts of a long count modulo 64, so the ends need their own answer. */
    private static long ones(int count) {
        if (count <= 0) {
            return 0;
        }
        return count >= 64 ? -1 : (1L << count) - 1;
    }

    @Override
    public int compareTo(Address other) {
        return ORDER.compare(this, other);
    }

    /** Returns the canonical text, as in RFC 5952. */
    @Override
    public String toString() {
        return AddressText.print(this);
    }
}

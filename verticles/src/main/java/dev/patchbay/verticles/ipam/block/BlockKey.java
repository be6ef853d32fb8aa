package dev.patchbay.verticles.ipam.block;

import static java.util.stream.Collectors.joining;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.address.Cidr;
import dev.patchbay.verticles.ipam.address.Family;
import dev.patchbay.verticles.ipam.address.Span;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Which block: a uniqueness domain and the first of {@value #SIZE} addresses. Blocks are aligned, so two of them are the
 * same or have no address in common, and the one that an address belongs to is known without looking.
 *
 * @param domain where addresses must be unique; a DNS name of at most {@value #MAX_DOMAIN} characters
 * @param first  a multiple of {@value #SIZE}
 */
public record BlockKey(String domain, Address first) implements Comparable<BlockKey> {

    /** How many addresses a block has. It is part of stored names, and for ever. */
    public static final int SIZE = 1 << BlockKey.BITS;

    /** The domain of networks that name none. */
    public static final String DEFAULT_DOMAIN = "default";

    static final int BITS = 6;
    static final int MAX_DOMAIN = 100;

    private static final Pattern DOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Comparator<BlockKey> ORDER =
            Comparator.comparing(BlockKey::domain).thenComparing(BlockKey::first);

    /** @throws IllegalArgumentException where the domain cannot be part of an object's name, or the start is no multiple */
    public BlockKey {
        checkDomain(domain);
        if (!first.equals(first.floor(prefixLength(first.family())))) {
            throw new IllegalArgumentException("no block of %d addresses starts at %s".formatted(SIZE, first));
        }
    }

    /**
     * Checks a domain that a user wrote.
     *
     * @throws IllegalArgumentException where it cannot be part of an object's name
     */
    public static void checkDomain(String domain) {
        if (domain.length() > MAX_DOMAIN || !DOMAIN.matcher(domain).matches()) {
            throw new IllegalArgumentException(
                    "\"%s\" cannot be a domain: it must be a DNS name in lower case, of at most %d characters"
                            .formatted(domain, MAX_DOMAIN));
        }
    }

    /** Returns the block that the address belongs to. */
    public static BlockKey of(String domain, Address address) {
        return new BlockKey(domain, address.floor(prefixLength(address.family())));
    }

    /** Returns the block that bears this object name; empty where none does. */
    public static Optional<BlockKey> ofObjectName(String name) {
        int dot = name.lastIndexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        var groups = name.substring(dot + 1);
        try {
            var address = Address.parse(
                    groups.chars().filter(c -> c == '-').count() == 3
                            ? groups.replace('-', '.')
                            : groups.replace('-', ':'));
            return Optional.of(new BlockKey(name.substring(0, dot), address))
                    .filter(key -> key.objectName().equals(name));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /**
     * Returns the name of the object that the block is stored as, such as {@code default.10-0-0-64} or
     * {@code default.2001-db8-0-0-0-0-0-40}: all groups of the first address after the last dot, the domain before it.
     */
    public String objectName() {
        return domain + "." + groups();
    }

    private String groups() {
        int groupBits = first.family() == Family.IPV4 ? 8 : 16;
        int radix = first.family() == Family.IPV4 ? 10 : 16;
        int count = first.family().bits() / groupBits;
        var mask = BigInteger.ONE.shiftLeft(groupBits).subtract(BigInteger.ONE);
        return IntStream.range(0, count)
                .mapToObj(i -> first.value()
                        .shiftRight((count - 1 - i) * groupBits)
                        .and(mask)
                        .toString(radix))
                .collect(joining("-"));
    }

    /** Returns all addresses of the block. */
    public Span span() {
        return cidr().span();
    }

    /** Returns the addresses of the block as a subnet, such as {@code 10.0.0.64/26}. */
    public Cidr cidr() {
        return new Cidr(first, prefixLength(first.family()));
    }

    /** Returns the place of an address of this block, from 0. */
    int offset(Address address) {
        return (int) (address.low() - first.low());
    }

    /** Returns the address at a place, from 0. */
    Address at(int offset) {
        return new Address(first.family(), first.high(), first.low() + offset);
    }

    static int prefixLength(Family family) {
        return family.bits() - BITS;
    }

    @Override
    public int compareTo(BlockKey other) {
        return ORDER.compare(this, other);
    }

    /** Returns the domain and the addresses, for people. */
    @Override
    public String toString() {
        return domain + " " + cidr();
    }
}

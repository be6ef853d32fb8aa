package dev.patchbay.verticles.ipam.block;

import dev.patchbay.verticles.ipam.address.Address;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run of {@value BlockKey#SIZE} addresses and who has them. Addresses that are neither leased nor resting were never
 * used. A block that contradicts itself cannot be made.
 *
 * @param node      the node that takes addresses from here first; a hint, no right
 * @param createdAt when it was made
 * @param claimedAt when it got its present node
 * @param sequence  grows with every change
 * @param leases    by address
 * @param rests     the queue for reuse: released first, first
 */
public record Block(
        BlockKey key,
        Optional<String> node,
        Instant createdAt,
        Instant claimedAt,
        long sequence,
        List<Lease> leases,
        List<Rest> rests) {

    /** @throws IllegalArgumentException where the parts contradict each other, saying which */
    public Block {
        leases = leases.stream().sorted(Comparator.comparing(Lease::address)).toList();
        rests = rests.stream()
                .sorted(Comparator.comparingLong(Rest::sequence).thenComparing(Rest::address))
                .toList();
        checkAddresses(key, leases, rests);
        checkSequences(sequence, leases, rests);
    }

    /**
     * Returns a new block without leases, for a node. Its sequence starts at the clock: a block that is deleted and made
     * again must not repeat numbers, or a late release could match a new lease.
     */
    public static Block create(BlockKey key, String node, Instant now) {
        return new Block(key, Optional.of(node), now, now, Math.max(1, now.toEpochMilli()), List.of(), List.of());
    }

    private static void checkAddresses(BlockKey key, List<Lease> leases, List<Rest> rests) {
        var leased = new HashSet<Address>();
        for (var lease : leases) {
            checkInside(key, lease.address());
            if (!leased.add(lease.address())) {
                throw new IllegalArgumentException("%s is leased twice".formatted(lease.address()));
            }
        }
        var resting = new HashSet<Address>();
        for (var rest : rests) {
            checkInside(key, rest.address());
            if (leased.contains(rest.address())) {
                throw new IllegalArgumentException("%s is leased and released at once".formatted(rest.address()));
            }
            if (!resting.add(rest.address())) {
                throw new IllegalArgumentException("%s is released twice".formatted(rest.address()));
            }
        }
    }

    private static void checkInside(BlockKey key, Address address) {
        if (!key.span().contains(address)) {
            throw new IllegalArgumentException("%s is not in %s".formatted(address, key.cidr()));
        }
    }

    /** A release is told from a late one by these numbers, so none may be ahead of the block's. */
    private static void checkSequences(long sequence, List<Lease> leases, List<Rest> rests) {
        Stream.concat(leases.stream().map(Lease::sequence), rests.stream().map(Rest::sequence))
                .filter(part -> part < 0 || part > sequence)
                .findFirst()
                .ifPresent(part -> {
                    throw new IllegalArgumentException(
                            "a part has sequence %d, but the block only %d".formatted(part, sequence));
                });
    }

    /** Returns who has the address. */
    public Optional<Lease> leaseOf(Address address) {
        return leases.stream().filter(lease -> lease.address().equals(address)).findFirst();
    }

    /** Returns what an owner has here. */
    public List<Lease> leasesOf(String ownerKey) {
        return leases.stream()
                .filter(lease -> lease.owner().key().equals(ownerKey))
                .toList();
    }

    /** Returns this block with other leases and rests, one change later. */
    Block with(List<Lease> newLeases, List<Rest> newRests) {
        return new Block(key, node, createdAt, claimedAt, sequence + 1, newLeases, newRests);
    }
}

package dev.patchbay.verticles.ipam.block;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.block.Allocation.Full;
import dev.patchbay.verticles.ipam.block.Allocation.Held;
import dev.patchbay.verticles.ipam.block.Allocation.NotAllowed;
import dev.patchbay.verticles.ipam.block.Allocation.Resting;
import dev.patchbay.verticles.ipam.block.Allocation.Taken;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The decisions over one block: pure functions that answer with the block to be written. Whoever writes it must see to it
 * that nobody has written the block in between.
 */
public final class Blocks {

    /** How long a block stays with its node though it is empty: a claim must not be undone before its first use. */
    public static final Duration MIN_CLAIM = Duration.ofMinutes(1);

    private Blocks() {}

    /**
     * Takes an address from a block.
     *
     * <p>What the owner has from this range of this pool already, it gets again, whatever the window says by now. Else it
     * gets what it asked for or nothing; who asked for nothing gets an address that was its own until lately, else the
     * lowest that was never used, else the one that was released first and has rested long enough. An owner that asks
     * for another address than it has gets it in exchange for that one.
     *
     * @param window     what may be given
     * @param reuseDelay how long a released address rests
     */
    public static Allocation allocate(
            Block block, Window window, LeaseRequest request, Instant now, Duration reuseDelay) {
        var present = block.leases().stream()
                .filter(lease -> lease.isFor(request))
                .filter(lease ->
                        request.address().isEmpty() || request.address().get().equals(lease.address()))
                .findFirst();
        if (present.isPresent()) {
            return refresh(block, present.get(), request);
        }
        return request.address()
                .map(address -> allocate(block, window, address, request, now, reuseDelay))
                .orElseGet(() -> allocateAny(block, window, request, now, reuseDelay));
    }

    private static Taken refresh(Block block, Lease present, LeaseRequest request) {
        var lease = request.refresh(present, block.sequence() + 1);
        if (lease.equals(present)) {
            return new Taken(block, present);
        }
        var leases = Stream.concat(block.leases().stream().filter(other -> !other.equals(present)), Stream.of(lease))
                .toList();
        return new Taken(block.with(leases, block.rests()), lease);
    }

    private static Allocation allocate(
            Block block, Window window, Address address, LeaseRequest request, Instant now, Duration reuseDelay) {
        var refusal = window.refusal(address);
        if (refusal.isPresent()) {
            return new NotAllowed(address, refusal.get());
        }
        if (!block.key().span().contains(address)) {
            throw new IllegalArgumentException("%s is not in block %s".formatted(address, block.key()));
        }
        var holder = block.leaseOf(address);
        if (holder.isPresent()) {
            return new Held(holder.get());
        }
        return block.rests().stream()
                .filter(rest -> rest.address().equals(address))
                .filter(rest -> !isFor(rest, request) && !rest.isOver(now, reuseDelay))
                .findFirst()
                .<Allocation>map(rest -> new Resting(rest, rest.freeAt(reuseDelay)))
                .orElseGet(() -> take(block, address, request, now));
    }

    private static boolean isFor(Rest rest, LeaseRequest request) {
        return rest.lastOwner().equals(request.owner().key());
    }

    private static Allocation allocateAny(
            Block block, Window window, LeaseRequest request, Instant now, Duration reuseDelay) {
        long usable = window.bits(block.key());
        var rests = block.rests().stream()
                .filter(rest -> (usable & bit(block, rest.address())) != 0)
                .toList();
        return rests.stream()
                .filter(rest -> isFor(rest, request))
                .findFirst()
                .map(Rest::address)
                .or(() -> lowestUnused(block, usable))
                .or(() -> rests.stream()
                        .filter(rest -> rest.isOver(now, reuseDelay))
                        .findFirst()
                        .map(Rest::address))
                .<Allocation>map(address -> take(block, address, request, now))
                .orElseGet(() -> new Full(
                        rests.stream().map(rest -> rest.freeAt(reuseDelay)).min(Comparator.naturalOrder())));
    }

    private static Optional<Address> lowestUnused(Block block, long usable) {
        long unused = usable & ~leased(block) & ~released(block.key(), block.rests());
        return unused == 0 ? Optional.empty() : Optional.of(block.key().at(Long.numberOfTrailingZeros(unused)));
    }

    private static Taken take(Block block, Address address, LeaseRequest request, Instant now) {
        var lease = request.lease(address, now, block.sequence() + 1);
        var leases = new ArrayList<>(List.of(lease));
        var rests = new ArrayList<Rest>();
        block.rests().stream().filter(rest -> !rest.address().equals(address)).forEach(rests::add);
        for (var other : block.leases()) {
            if (other.isFor(request)) {
                rests.add(rest(block, other, now));
            } else {
                leases.add(other);
            }
        }
        return new Taken(block.with(leases, rests), lease);
    }

    private static Rest rest(Block block, Lease lease, Instant now) {
        return new Rest(
                lease.address(), now, block.sequence() + 1, lease.owner().key());
    }

    /** Gives leases back. Their addresses rest from now on. */
    public static Released release(Block block, Release release, Instant now) {
        var leases = block.leases().stream().filter(release::matches).toList();
        if (leases.isEmpty()) {
            return new Released(block, List.of());
        }
        var rests = Stream.concat(block.rests().stream(), leases.stream().map(lease -> rest(block, lease, now)))
                .toList();
        var others =
                block.leases().stream().filter(lease -> !release.matches(lease)).toList();
        return new Released(block.with(others, rests), leases);
    }

    /**
     * Returns whether nobody needs the block any more, so that it may be deleted, or taken by another node: nothing is
     * leased, everything released has rested, and its node did not get it just now.
     *
     * @param reuseDelay the longest of the pools that take addresses from here
     */
    public static boolean takeable(Block block, Instant now, Duration reuseDelay) {
        return block.leases().isEmpty()
                && block.rests().stream().allMatch(rest -> rest.isOver(now, reuseDelay))
                && Duration.between(block.claimedAt(), now).compareTo(MIN_CLAIM) >= 0;
    }

    /** Returns the block with another node; the very same where it has that node already. */
    public static Block prefer(Block block, String node, Instant now) {
        if (block.node().filter(node::equals).isPresent()) {
            return block;
        }
        return new Block(
                block.key(),
                Optional.of(node),
                block.createdAt(),
                now,
                block.sequence() + 1,
                block.leases(),
                block.rests());
    }

    /** Takes the block over from another node, or from none; empty where it is not {@link #takeable}. */
    public static Optional<Block> takeOver(Block block, String node, Instant now, Duration reuseDelay) {
        return takeable(block, now, reuseDelay) ? Optional.of(prefer(block, node, now)) : Optional.empty();
    }

    /** Counts the usable addresses of a window in a block. */
    public static Counts counts(Block block, Window window, Instant now, Duration reuseDelay) {
        long usable = window.bits(block.key());
        long used = usable & leased(block);
        long resting = usable
                & released(
                        block.key(),
                        block.rests().stream()
                                .filter(rest -> !rest.isOver(now, reuseDelay))
                                .toList());
        return new Counts(Long.bitCount(used), Long.bitCount(resting), Long.bitCount(usable & ~used & ~resting));
    }

    /** Returns the leases that a range of a pool has given, but would not give any more. */
    public static List<Lease> stranded(Block block, Window window, String pool, int slot) {
        return block.leases().stream()
                .filter(lease -> lease.pool().equals(pool) && lease.slot() == slot)
                .filter(lease -> !window.usable().contains(lease.address()))
                .toList();
    }

    private static long leased(Block block) {
        return block.leases().stream()
                .mapToLong(lease -> bit(block, lease.address()))
                .reduce(0, (a, b) -> a | b);
    }

    private static long released(BlockKey key, List<Rest> rests) {
        return rests.stream()
                .mapToLong(rest -> 1L << key.offset(rest.address()))
                .reduce(0, (a, b) -> a | b);
    }

    private static long bit(Block block, Address address) {
        return 1L << block.key().offset(address);
    }
}

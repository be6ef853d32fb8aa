package dev.patchbay.verticles.ipam.block;

import static dev.patchbay.verticles.ipam.block.Sketch.DELAY;
import static dev.patchbay.verticles.ipam.block.Sketch.NOW;
import static dev.patchbay.verticles.ipam.block.Sketch.ip;
import static dev.patchbay.verticles.ipam.block.Sketch.set;
import static dev.patchbay.verticles.ipam.block.Sketch.span;
import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.address.Cidr;
import dev.patchbay.verticles.ipam.address.SpanSet;
import dev.patchbay.verticles.ipam.block.Allocation.Full;
import dev.patchbay.verticles.ipam.block.Allocation.Held;
import dev.patchbay.verticles.ipam.block.Allocation.NotAllowed;
import dev.patchbay.verticles.ipam.block.Allocation.Resting;
import dev.patchbay.verticles.ipam.block.Allocation.Taken;
import dev.patchbay.verticles.ipam.block.BlocksModelTest.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Two pools whose windows overlap in one domain, owners of all kinds, and what they were told. It plays the engine's part
 * in the simplest way: an owner's present block first, then one after the other.
 */
final class BlocksModel {

    static final int OWNERS = 10;

    private static final Cidr SUBNET = Cidr.parse("10.0.0.0/24");

    /** What a pool may see, with the last parts of all addresses that it may give, by hand. */
    private record View(Window window, Set<Integer> usable) {

        boolean has(Address address) {
            return usable.contains(Integer.parseInt(address.toString().replace("10.0.0.", "")));
        }

        Stream<Address> in(Block block) {
            return usable.stream()
                    .map(part -> ip("10.0.0." + part))
                    .filter(block.key().span()::contains);
        }
    }

    private static final List<View> VIEWS = List.of(
            new View(
                    Window.of(SUBNET, span("10.0.0.59", "10.0.0.67"), set("10.0.0.60/32"), set("10.0.0.61/32")),
                    Set.of(59, 62, 63, 64, 65, 66, 67)),
            new View(Window.of(SUBNET, span("10.0.0.62", "10.0.0.65"), set(), set("10.0.0.65/32")), Set.of(62, 63, 64)),
            new View(
                    Window.of(
                            SUBNET,
                            SUBNET.span(),
                            SpanSet.of(span("10.0.0.4", "10.0.0.61"), span("10.0.0.66", "10.0.0.252")),
                            set("10.0.0.1/32")),
                    Set.of(2, 3, 62, 63, 64, 65, 253, 254)),
            new View(
                    Window.of(SUBNET, span("10.0.0.56", "10.0.0.63"), set("10.0.0.56/30"), set()),
                    Set.of(60, 61, 62, 63)));

    private final Map<BlockKey, Block> blocks = new TreeMap<>();
    private final int[] viewOfPool = {0, 1};
    private final int[] sandboxes = new int[OWNERS];
    private Instant now = NOW;

    /** Who was told which address, by owner and pool. */
    private final Map<String, Address> told = new HashMap<>();
    /** What was ever given and is not now: when and by whom it was released, released first, first. */
    private final Map<Address, Rest> released = new LinkedHashMap<>();

    private final Set<Address> everGiven = new HashSet<>();
    private final List<Lease> oldLeases = new ArrayList<>();
    private int reused;
    private int timesFull;

    BlocksModel() {
        for (var first : List.of("10.0.0.0", "10.0.0.64", "10.0.0.128", "10.0.0.192")) {
            var block = Sketch.block(first);
            blocks.put(block.key(), block);
        }
    }

    int reused() {
        return reused;
    }

    int timesFull() {
        return timesFull;
    }

    void carryOut(Step step) {
        int owner = step.owner();
        switch (step.kind()) {
            case ALLOCATE -> allocate(owner, Optional.empty());
            case ALLOCATE_IN_NEW_SANDBOX -> {
                sandboxes[owner]++;
                allocate(owner, Optional.empty());
            }
            case ASK_FOR_ADDRESS -> allocate(owner, Optional.of(ip("10.0.0." + (56 + step.pick()))));
            case RELEASE_BY_SANDBOX -> release(new Release.BySandbox(sandbox(owner, sandboxes[owner]), "net1"));
            case RELEASE_BY_OLD_SANDBOX -> {
                for (int number = 0; number < sandboxes[owner]; number++) {
                    releaseNothing(new Release.BySandbox(sandbox(owner, number), "net1"));
                }
            }
            case RELEASE_BY_OWNER -> release(new Release.ByOwner(owner(owner).key()));
            case RELEASE_BY_SEQUENCE ->
                leases().filter(lease -> lease.owner().equals(owner(owner)))
                        .findFirst()
                        .ifPresent(lease -> release(new Release.BySequence(lease.address(), lease.sequence())));
            case RELEASE_BY_OLD_SEQUENCE ->
                oldLeases.forEach(lease -> releaseNothing(new Release.BySequence(lease.address(), lease.sequence())));
            case EDIT_WINDOW -> viewOfPool[owner % 2] = step.pick() % VIEWS.size();
            case TAKE_OVER -> blocks.replaceAll((_, block) -> takeOver(block, "node-" + step.pick()));
            case WAIT -> now = now.plusSeconds(20L * step.pick());
        }
    }

    private boolean isOver(Rest rest) {
        return !now.isBefore(rest.releasedAt().plus(DELAY));
    }

    private Block takeOver(Block block, String node) {
        var taken = Blocks.takeOver(block, node, now, DELAY);
        if (taken.isPresent()) {
            assertThat(told.values()).noneMatch(block.key().span()::contains);
            assertThat(released.values())
                    .filteredOn(rest -> block.key().span().contains(rest.address()))
                    .allMatch(this::isOver);
            assertThat(block.claimedAt()).isBeforeOrEqualTo(now.minus(Blocks.MIN_CLAIM));
        }
        return taken.orElse(block);
    }

    private static Owner owner(int owner) {
        return switch (owner % 3) {
            case 0 -> Sketch.pod("p" + owner);
            case 1 -> new Owner.ContainerOwner("c" + owner, "net1");
            default -> Sketch.claim("vm" + owner);
        };
    }

    private static String sandbox(int owner, int number) {
        return "sandbox-%d-%d".formatted(owner, number);
    }

    private View view(int owner) {
        return VIEWS.get(viewOfPool[owner % 2]);
    }

    private LeaseRequest request(int owner, Optional<Address> address) {
        return new LeaseRequest(
                owner(owner),
                "pool-" + owner % 2,
                0,
                sandbox(owner, sandboxes[owner]),
                "net1",
                "node",
                address,
                Optional.empty(),
                Optional.empty());
    }

    private void allocate(int owner, Optional<Address> address) {
        var present = Optional.ofNullable(told.get(owner(owner).key()));
        var home = address.or(() -> present).map(a -> BlockKey.of("default", a));
        if (address.isPresent()
                && present.isPresent()
                && !BlockKey.of("default", present.get()).equals(home.get())) {
            return; // An exchange between blocks is the engine's affair.
        }
        for (var key : home.map(List::of).orElseGet(() -> List.copyOf(blocks.keySet()))) {
            var block = blocks.get(key);
            var allocation = Blocks.allocate(block, view(owner).window(), request(owner, address), now, DELAY);
            switch (allocation) {
                case Taken taken -> {
                    accept(owner, block, taken, address);
                    return;
                }
                case Full full -> checkFull(block, owner, full);
                case Held held ->
                    assertThat(told.get(held.by().owner().key()))
                            .isEqualTo(address.orElseThrow())
                            .isNotEqualTo(present.orElse(null));
                case Resting resting -> {
                    assertThat(released.get(address.orElseThrow())).isEqualTo(resting.rest());
                    assertThat(resting.freeAt()).isAfter(now);
                    assertThat(resting.rest().lastOwner())
                            .isNotEqualTo(owner(owner).key());
                }
                case NotAllowed refused ->
                    assertThat(view(owner).has(refused.address())).isFalse();
            }
        }
    }

    private void accept(int owner, Block before, Taken taken, Optional<Address> asked) {
        var key = owner(owner).key();
        var given = taken.lease().address();
        asked.ifPresent(address -> assertThat(given).isEqualTo(address));
        var former = told.get(key);
        if (!given.equals(former)) {
            checkNew(owner, before, given, asked);
            if (former != null) {
                assertThat(asked)
                        .as("an owner loses its address only for one that it asks for")
                        .isPresent();
                remember(before.leaseOf(former).orElseThrow(), taken.block());
            }
            told.put(key, given);
            everGiven.add(given);
            if (released.remove(given) != null) {
                reused++;
            }
        }
        if (!taken.block().equals(before)) {
            before.leasesOf(key).forEach(oldLeases::add);
        }
        put(before, taken.block());
    }

    private void checkNew(int owner, Block before, Address given, Optional<Address> asked) {
        assertThat(view(owner).has(given)).isTrue();
        assertThat(told.values()).doesNotContain(given);
        var rest = released.get(given);
        if (rest == null || rest.lastOwner().equals(owner(owner).key())) {
            return;
        }
        assertThat(isOver(rest)).as("reuse before the delay is over").isTrue();
        if (asked.isEmpty()) {
            assertThat(unused(before, owner)).as("reuse before all are used").isEmpty();
            assertThat(given)
                    .as("first in, first out")
                    .isEqualTo(released.keySet().stream()
                            .filter(before.key().span()::contains)
                            .filter(view(owner)::has)
                            .filter(address -> isOver(released.get(address)))
                            .findFirst()
                            .orElseThrow());
        }
    }

    private void checkFull(Block block, int owner, Full full) {
        timesFull++;
        assertThat(unused(block, owner)).isEmpty();
        var resting = released.values().stream()
                .filter(rest -> block.key().span().contains(rest.address()))
                .filter(rest -> view(owner).has(rest.address()))
                .toList();
        assertThat(resting)
                .noneMatch(this::isOver)
                .noneMatch(rest -> rest.lastOwner().equals(owner(owner).key()));
        assertThat(full.nextFree())
                .isEqualTo(resting.stream()
                        .map(rest -> rest.releasedAt().plus(DELAY))
                        .min(Instant::compareTo));
    }

    private List<Address> unused(Block block, int owner) {
        return view(owner)
                .in(block)
                .filter(address -> !everGiven.contains(address))
                .toList();
    }

    private void release(Release release) {
        for (var block : List.copyOf(blocks.values())) {
            var outcome = Blocks.release(block, release, now);
            outcome.leases().forEach(lease -> {
                assertThat(told.remove(lease.owner().key())).isEqualTo(lease.address());
                remember(lease, outcome.block());
                oldLeases.add(lease);
            });
            if (release instanceof Release.BySandbox) {
                assertThat(outcome.leases()).noneMatch(lease -> lease.owner() instanceof Owner.ClaimOwner);
            }
            put(block, outcome.block());
        }
    }

    private void remember(Lease lease, Block after) {
        released.put(
                lease.address(),
                new Rest(lease.address(), now, after.sequence(), lease.owner().key()));
    }

    private void releaseNothing(Release stale) {
        blocks.values()
                .forEach(block ->
                        assertThat(Blocks.release(block, stale, now).block()).isSameAs(block));
    }

    private void put(Block before, Block after) {
        if (!after.equals(before)) {
            assertThat(after.sequence()).isGreaterThan(before.sequence());
            checkRoundTrip(after);
            blocks.put(after.key(), after);
        }
    }

    private Stream<Lease> leases() {
        return blocks.values().stream().flatMap(block -> block.leases().stream());
    }

    /** What must hold at any time. */
    void check() {
        assertThat(leases().map(Lease::address)).doesNotHaveDuplicates();
        var leased = new HashMap<String, Address>();
        leases().forEach(lease -> leased.put(lease.owner().key(), lease.address()));
        assertThat(leased).as("everybody has what it was told").isEqualTo(told);
        var rests = blocks.values().stream().flatMap(block -> block.rests().stream());
        assertThat(rests).as("nothing is lost").containsExactlyInAnyOrderElementsOf(released.values());
        for (var block : blocks.values()) {
            checkCounts(block);
        }
    }

    private void checkCounts(Block block) {
        for (var view : VIEWS) {
            var counts = Blocks.counts(block, view.window(), now, DELAY);
            assertThat(counts.used() + counts.resting() + counts.free())
                    .isEqualTo(view.in(block).count());
            assertThat(counts.used())
                    .isEqualTo(told.values().stream()
                            .filter(address -> view.in(block).anyMatch(address::equals))
                            .count());
        }
    }

    private static void checkRoundTrip(Block block) {
        try {
            assertThat(BlockCodec.read(BlockCodec.write(block))).isEqualTo(block);
        } catch (BlockFormatException e) {
            throw new AssertionError(e);
        }
    }
}

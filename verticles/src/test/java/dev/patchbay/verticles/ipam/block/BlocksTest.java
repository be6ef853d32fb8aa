package dev.patchbay.verticles.ipam.block;

import static dev.patchbay.verticles.ipam.block.Sketch.DELAY;
import static dev.patchbay.verticles.ipam.block.Sketch.NOW;
import static dev.patchbay.verticles.ipam.block.Sketch.asking;
import static dev.patchbay.verticles.ipam.block.Sketch.block;
import static dev.patchbay.verticles.ipam.block.Sketch.claim;
import static dev.patchbay.verticles.ipam.block.Sketch.ip;
import static dev.patchbay.verticles.ipam.block.Sketch.pod;
import static dev.patchbay.verticles.ipam.block.Sketch.request;
import static dev.patchbay.verticles.ipam.block.Sketch.taken;
import static dev.patchbay.verticles.ipam.block.Sketch.window;
import static dev.patchbay.verticles.ipam.block.Sketch.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.patchbay.verticles.ipam.block.Allocation.Full;
import dev.patchbay.verticles.ipam.block.Allocation.Held;
import dev.patchbay.verticles.ipam.block.Allocation.NotAllowed;
import dev.patchbay.verticles.ipam.block.Allocation.Resting;
import dev.patchbay.verticles.ipam.block.Release.ByOwner;
import dev.patchbay.verticles.ipam.block.Release.BySandbox;
import dev.patchbay.verticles.ipam.block.Release.BySequence;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BlocksTest {

    private static final Window WIDE = window("10.0.0.0", "10.0.0.255");
    private static final Window THREE = window("10.0.0.10", "10.0.0.12");
    private static final Block EMPTY = block("10.0.0.0");

    private static Allocation allocate(Block block, Window window, LeaseRequest request) {
        return allocate(block, window, request, NOW);
    }

    private static Allocation allocate(Block block, Window window, LeaseRequest request, Instant now) {
        return Blocks.allocate(block, window, request, now, DELAY);
    }

    private static Block release(Block block, String pod, Instant now) {
        return Blocks.release(block, new ByOwner(pod(pod).key()), now).block();
    }

    private static Instant after(Duration time) {
        return NOW.plus(time);
    }

    @Test
    void givesTheLowestAddressThatWasNeverUsed() {
        var block = release(with(EMPTY, THREE, "a", "b"), "a", NOW);

        var taken = taken(allocate(block, THREE, request("c"), after(DELAY)));

        assertThat(taken.lease().address()).isEqualTo(ip("10.0.0.12"));
        assertThat(taken.lease().since()).isEqualTo(after(DELAY));
        assertThat(taken.lease().sequence()).isEqualTo(taken.block().sequence()).isEqualTo(block.sequence() + 1);
    }

    @Test
    void givesTheSameAddressToTheSameOwnerWithoutAChange() {
        var block = with(EMPTY, THREE, "a", "b");

        var again = taken(allocate(block, THREE, request("a"), after(DELAY)));

        assertThat(again.lease().address()).isEqualTo(ip("10.0.0.10"));
        assertThat(again.block()).isSameAs(block);
    }

    @Test
    void givesTheSameAddressToTheSameOwnerInANewSandbox() {
        var block = with(EMPTY, THREE, "a");

        var again = taken(allocate(block, THREE, request(pod("a"), "new", Optional.empty()), after(DELAY)));

        assertThat(again.block().leases()).containsExactly(again.lease());
        assertThat(again.lease().containerId()).isEqualTo("new");
        assertThat(again.lease().since()).isEqualTo(NOW);
        assertThat(again.lease().sequence()).isEqualTo(block.sequence() + 1);
    }

    @Test
    void givesTheSameAddressThoughTheWindowHasMovedAway() {
        var block = with(EMPTY, THREE, "a");

        var again = taken(allocate(block, window("10.0.0.20", "10.0.0.30"), request("a")));

        assertThat(again.lease().address()).isEqualTo(ip("10.0.0.10"));
    }

    @Test
    void givesAnOwnerAnAddressPerInterfacePoolAndSlot() {
        var first = request("a");
        var slot = new LeaseRequest(
                first.owner(), "storage", 1, "s", "net1", "n", Optional.empty(), Optional.empty(), Optional.empty());
        var pool = new LeaseRequest(
                first.owner(), "other", 0, "s", "net1", "n", Optional.empty(), Optional.empty(), Optional.empty());
        var net2 = request(new Owner.PodOwner("uid-of-a", "default", "a", "net2"), "s", Optional.empty());

        var block = EMPTY;
        for (var request : new LeaseRequest[] {first, slot, pool, net2}) {
            block = taken(allocate(block, WIDE, request)).block();
        }

        assertThat(block.leases())
                .map(lease -> lease.address().toString())
                .containsExactly("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4");
    }

    @Test
    void keepsTheMacThatALaterRequestDoesNotRepeat() {
        var withMac = new LeaseRequest(
                pod("a"),
                "storage",
                0,
                "s",
                "net1",
                "n",
                Optional.empty(),
                Optional.of("02:00:00:00:00:01"),
                Optional.of("default/lan"));
        var block = taken(allocate(EMPTY, WIDE, withMac)).block();

        var again = taken(allocate(block, WIDE, request("a")));

        assertThat(again.lease().mac()).contains("02:00:00:00:00:01");
        assertThat(again.lease().nad()).contains("default/lan");
    }

    @Test
    void reusesWhatWasReleasedFirstAfterTheDelay() {
        var block = with(EMPTY, THREE, "a", "b", "c");
        block = release(block, "b", NOW);
        block = release(block, "a", after(Duration.ofSeconds(1)));

        var early = allocate(block, THREE, request("d"), after(DELAY.minusNanos(1)));
        var first = taken(allocate(block, THREE, request("d"), after(DELAY)));
        var second = taken(allocate(first.block(), THREE, request("e"), after(DELAY.plusSeconds(1))));

        assertThat(early).isEqualTo(new Full(Optional.of(after(DELAY))));
        assertThat(first.lease().address()).isEqualTo(ip("10.0.0.11"));
        assertThat(second.lease().address()).isEqualTo(ip("10.0.0.10"));
        assertThat(second.block().rests()).isEmpty();
    }

    @Test
    void reusesInTheOrderOfReleaseWhateverTheClocksOfNodesSaid() {
        var block = release(with(EMPTY, THREE, "a", "b", "c"), "b", NOW);
        block = release(block, "a", NOW.minusSeconds(30));

        assertThat(taken(allocate(block, THREE, request("d"), after(DELAY.plusSeconds(1))))
                        .lease()
                        .address())
                .isEqualTo(ip("10.0.0.11"));
    }

    @Test
    void givesAnOwnerItsRestingAddressBack() {
        var block = release(with(EMPTY, WIDE, "a", "b"), "b", NOW);

        assertThat(taken(allocate(block, WIDE, request("b"))).lease().address()).isEqualTo(ip("10.0.0.2"));
    }

    @Test
    void isFullWithoutHopeWhereEveryAddressIsLeased() {
        assertThat(allocate(with(EMPTY, THREE, "a", "b", "c"), THREE, request("d")))
                .isEqualTo(new Full(Optional.empty()));
        assertThat(allocate(EMPTY, window("10.0.0.64", "10.0.0.127"), request("d")))
                .isEqualTo(new Full(Optional.empty()));
    }

    @Test
    void givesARequestedAddress() {
        assertThat(taken(allocate(EMPTY, WIDE, asking("a", "10.0.0.33")))
                        .lease()
                        .address())
                .isEqualTo(ip("10.0.0.33"));
    }

    @Test
    void refusesARequestedAddressThatAnotherHas() {
        var block = with(EMPTY, WIDE, "a");

        assertThat(allocate(block, WIDE, asking("b", "10.0.0.1")))
                .isEqualTo(new Held(block.leases().getFirst()));
    }

    @Test
    void refusesARequestedAddressThatTheOwnerHasForAnotherSlot() {
        var block = with(EMPTY, WIDE, "a");
        var otherSlot = new LeaseRequest(
                pod("a"),
                "storage",
                1,
                "s",
                "net1",
                "n",
                Optional.of(ip("10.0.0.1")),
                Optional.empty(),
                Optional.empty());

        assertThat(allocate(block, WIDE, otherSlot)).isInstanceOf(Held.class);
    }

    @Test
    void refusesARequestedAddressByItsRule() {
        assertThat(allocate(EMPTY, WIDE, asking("a", "10.0.0.0")))
                .isEqualTo(new NotAllowed(ip("10.0.0.0"), Rule.NETWORK_ADDRESS));
        assertThat(allocate(EMPTY, THREE, asking("a", "10.0.0.13")))
                .isEqualTo(new NotAllowed(ip("10.0.0.13"), Rule.OUTSIDE_RANGE));
    }

    @Test
    void saysWhenARequestedAddressThatRestsIsFree() {
        var block = release(with(EMPTY, WIDE, "a"), "a", NOW);

        assertThat(allocate(block, WIDE, asking("b", "10.0.0.1")))
                .isEqualTo(new Resting(block.rests().getFirst(), after(DELAY)));
        assertThat(taken(allocate(block, WIDE, asking("a", "10.0.0.1"))).lease().address())
                .isEqualTo(ip("10.0.0.1"));
        assertThat(taken(allocate(block, WIDE, asking("b", "10.0.0.1"), after(DELAY)))
                        .lease()
                        .address())
                .isEqualTo(ip("10.0.0.1"));
    }

    @Test
    void exchangesTheAddressOfAnOwnerThatAsksForAnother() {
        var block = with(EMPTY, WIDE, "a");

        var taken = taken(allocate(block, WIDE, asking("a", "10.0.0.9")));

        assertThat(taken.block().leases()).containsExactly(taken.lease());
        assertThat(taken.block().rests()).map(Rest::address).containsExactly(ip("10.0.0.1"));
    }

    @Test
    void leavesAnOwnerItsAddressWhereTheOtherCannotBeHad() {
        var block = with(EMPTY, WIDE, "a", "b");

        assertThat(allocate(block, WIDE, asking("a", "10.0.0.2"))).isInstanceOf(Held.class);
    }

    @Test
    void looksForARequestedAddressInItsOwnBlockOnly() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> allocate(EMPTY, WIDE, asking("a", "10.0.0.64")))
                .withMessage("10.0.0.64 is not in block default 10.0.0.0/26");
    }

    @Test
    void releasesWhatASandboxAskedForAndNoMore() {
        var block = with(EMPTY, WIDE, "a", "b");

        var released = Blocks.release(block, new BySandbox("sandbox-of-a", "net1"), NOW);

        assertThat(released.leases()).map(Lease::address).containsExactly(ip("10.0.0.1"));
        assertThat(released.block().leases()).map(Lease::address).containsExactly(ip("10.0.0.2"));
        assertThat(released.block().rests())
                .containsExactly(new Rest(ip("10.0.0.1"), NOW, block.sequence() + 1, pod("a").key()));
    }

    @Test
    void aStaleSandboxReleasesNothing() {
        var block = with(EMPTY, WIDE, "a");
        var refreshed = taken(allocate(block, WIDE, request(pod("a"), "new", Optional.empty())))
                .block();

        for (var stale : new BySandbox[] {new BySandbox("sandbox-of-a", "net1"), new BySandbox("new", "net2")}) {
            var released = Blocks.release(refreshed, stale, NOW);
            assertThat(released.block()).isSameAs(refreshed);
            assertThat(released.leases()).isEmpty();
        }
    }

    @Test
    void aStaleSequenceReleasesNothing() {
        var block = with(EMPTY, WIDE, "a");
        var seen = block.leases().getFirst();
        var refreshed = taken(allocate(block, WIDE, request(pod("a"), "new", Optional.empty())))
                .block();

        assertThat(Blocks.release(refreshed, new BySequence(seen.address(), seen.sequence()), NOW)
                        .block())
                .isSameAs(refreshed);
        assertThat(Blocks.release(block, new BySequence(seen.address(), seen.sequence()), NOW)
                        .leases())
                .containsExactly(seen);
    }

    @Test
    void releasingTwiceIsNoError() {
        var once = release(with(EMPTY, WIDE, "a"), "a", NOW);

        assertThat(release(once, "a", after(DELAY))).isSameAs(once);
    }

    @Test
    void aClaimIsReleasedByItsKeyOnly() {
        var block = taken(allocate(EMPTY, WIDE, request(claim("vm"), "sandbox", Optional.empty())))
                .block();

        assertThat(Blocks.release(block, new BySandbox("sandbox", "net1"), NOW).block())
                .isSameAs(block);
        assertThat(Blocks.release(block, new ByOwner(claim("vm").key()), NOW).leases())
                .hasSize(1);
    }

    @Test
    void twoPodsHoldAClaimTogether() {
        var source = taken(allocate(EMPTY, WIDE, request(claim("vm"), "source", Optional.empty())));
        var target = taken(allocate(source.block(), WIDE, request(claim("vm"), "target", Optional.empty())));

        assertThat(target.lease().address()).isEqualTo(source.lease().address());
        assertThat(target.block().leases()).hasSize(1);
    }

    @Test
    void mayBeTakenOnceEmptyAndRestedAndNotNew() {
        var used = with(EMPTY, WIDE, "a");
        var released = release(used, "a", NOW);

        assertThat(Blocks.takeable(EMPTY, after(Blocks.MIN_CLAIM.minusNanos(1)), DELAY))
                .isFalse();
        assertThat(Blocks.takeable(EMPTY, after(Blocks.MIN_CLAIM), DELAY)).isTrue();
        assertThat(Blocks.takeable(used, after(Duration.ofDays(1)), DELAY)).isFalse();
        assertThat(Blocks.takeable(released, after(DELAY.minusNanos(1)), DELAY)).isFalse();
        assertThat(Blocks.takeable(released, after(DELAY), DELAY)).isTrue();
    }

    @Test
    void staysForAWhileWithTheNodeThatTookItOver() {
        var now = after(Blocks.MIN_CLAIM);

        var block = Blocks.takeOver(EMPTY, "node-b", now, DELAY).orElseThrow();

        assertThat(block.node()).contains("node-b");
        assertThat(block.createdAt()).isEqualTo(NOW);
        assertThat(block.sequence()).isEqualTo(EMPTY.sequence() + 1);
        assertThat(Blocks.takeOver(block, "node-c", now, DELAY)).isEmpty();
        assertThat(Blocks.prefer(block, "node-b", now)).isSameAs(block);
    }

    @Test
    void countsWhatAWindowSees() {
        var block = release(with(EMPTY, THREE, "a", "b"), "a", NOW);

        assertThat(Blocks.counts(block, THREE, NOW, DELAY)).isEqualTo(new Counts(1, 1, 1));
        assertThat(Blocks.counts(block, THREE, after(DELAY), DELAY)).isEqualTo(new Counts(1, 0, 2));
        assertThat(Blocks.counts(block, window("10.0.0.11", "10.0.0.11"), NOW, DELAY))
                .isEqualTo(new Counts(1, 0, 0));
        assertThat(Blocks.counts(block, WIDE, NOW, DELAY)).isEqualTo(new Counts(1, 1, 61));
    }

    @Test
    void findsLeasesThatAnEditLeftOutside() {
        var block = with(EMPTY, THREE, "a", "b");

        assertThat(Blocks.stranded(block, window("10.0.0.11", "10.0.0.20"), "storage", 0))
                .map(Lease::address)
                .containsExactly(ip("10.0.0.10"));
        assertThat(Blocks.stranded(block, window("10.0.0.11", "10.0.0.20"), "other", 0))
                .isEmpty();
    }

    @Test
    void aDelayWithoutEndIsNoError() {
        var forever = Duration.ofSeconds(Long.MAX_VALUE);
        var block = release(with(EMPTY, window("10.0.0.1", "10.0.0.1"), "a"), "a", NOW);

        assertThat(Blocks.allocate(block, window("10.0.0.1", "10.0.0.1"), request("b"), NOW, forever))
                .isEqualTo(new Full(Optional.of(Instant.MAX)));
    }
}

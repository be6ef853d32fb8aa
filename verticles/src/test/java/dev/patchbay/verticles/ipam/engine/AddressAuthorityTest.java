package dev.patchbay.verticles.ipam.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.address.Cidr;
import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.block.Lease;
import dev.patchbay.verticles.ipam.block.Release;
import dev.patchbay.verticles.ipam.block.Window;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddressAuthorityTest {

    private static final Window NET_24 = window("10.0.0.0/24");
    private static final Window NET_29 = window("10.0.0.0/29");
    private static final Window NET_V6 = window("2001:db8::/64");

    private final TestClock clock = new TestClock();
    private final SimulatedStore store = new SimulatedStore();
    private final List<String> dead = new ArrayList<>();
    private final SimulatedNode a = node("a");
    private final SimulatedNode b = node("b");

    @Test
    void givesTheSameAddressToTheSameOwnerAndNotesItsNewSandbox() {
        var first = granted(a.allocate("p1", "s1", NET_24));
        var again = granted(a.allocate("p1", "s2", NET_24));

        assertThat(again.address()).isEqualTo(first.address());
        assertThat(again.containerId()).isEqualTo("s2");
        assertThat(leases()).containsExactly(again);
    }

    @Test
    void answersWithoutAWriteWhatItWroteJustNow() {
        var first = granted(a.allocate("p1", "s1", NET_24));
        int before = store.writes;

        assertThat(granted(a.allocate("p1", "s1", NET_24))).isEqualTo(first);
        assertThat(store.writes).isEqualTo(before);
    }

    @Test
    void looksBeforeItAnswersFromOldMemory() {
        var first = granted(a.allocate("p1", "s1", NET_24));
        store.blocks.clear();
        clock.pass(Duration.ofMinutes(1));

        granted(a.allocate("p1", "s1", NET_24));

        assertThat(leases()).extracting(Lease::address).containsExactly(first.address());
    }

    @Test
    void writesManyRequestsAtOnce() {
        // The first request is on its way when the others come.
        store.fault = SimulatedStore.Fault.ALL;
        var all = new ArrayList<Future<Answer>>();
        for (int i = 0; i < 50; i++) {
            all.add(a.allocate("p" + i, "s" + i, NET_24));
        }
        store.fault = SimulatedStore.Fault.NONE;
        a.endPauses();

        assertThat(all).allMatch(Future::succeeded);
        assertThat(new HashSet<>(leases().stream().map(Lease::address).toList()))
                .hasSize(50);
        assertThat(store.writes).isLessThanOrEqualTo(2);
    }

    @Test
    void takesAddressesOfAllFamiliesOrNone() {
        var both = (Answer.Granted) a.allocate("p1", "s1", NET_24, NET_V6).result();
        assertThat(both.leases())
                .extracting(lease -> lease.address().family().bits())
                .containsExactly(32, 128);

        fill(NET_29);
        assertThat(a.allocate("p2", "s2", NET_V6, NET_29).result()).isInstanceOf(Answer.Exhausted.class);
        assertThat(leases()).noneMatch(lease -> lease.containerId().equals("s2"));
    }

    @Test
    void givesBackAPartThatWasWrittenWhenTheRestCannotBeHad() {
        fill(NET_29);
        // Another takes the last place of the first range between the look and the write.
        var taken = granted(b.allocate("other", "s9", NET_V6));
        assertThat(taken.address()).isNotNull();

        assertThat(a.allocate("p2", "s2", NET_V6, NET_29).result()).isInstanceOf(Answer.Exhausted.class);

        assertThat(leases()).noneMatch(lease -> lease.containerId().equals("s2"));
    }

    @Test
    void takesNodesToDifferentBlocksFirst() {
        var wide = window("10.0.0.0/16");
        granted(a.allocate("p1", "s1", wide));
        granted(b.allocate("p2", "s2", wide));

        assertThat(store.blocks.values())
                .extracting(stored -> stored.block().node().orElseThrow())
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void borrowsFromTheBlockOfAnotherWhenThereIsNoOther() {
        var first = granted(a.allocate("p1", "s1", NET_29));
        var second = granted(b.allocate("p2", "s2", NET_29));

        assertThat(second.address()).isNotEqualTo(first.address());
        assertThat(store.blocks).hasSize(1);
    }

    @Test
    void takesABlockThatItsNodeNoLongerNeeds() {
        granted(a.allocate("p1", "s1", NET_29));
        a.authority.release(new Release.BySandbox("s1", "net1"));
        clock.pass(Duration.ofMinutes(5));

        granted(b.allocate("p2", "s2", NET_29));

        assertThat(store.blocks.values().iterator().next().block().node()).contains("b");
    }

    @Test
    void namesPoolSizeAndHoldersWhenNothingIsLeft() {
        fill(NET_29);

        var refused = (Answer.Refused) b.allocate("p", "s", NET_29).result();

        assertThat(refused.reason())
                .contains("pool pool", "10.0.0.0/29", "6 addresses", "6 are used", "namespace ns1 6");
    }

    @Test
    void takesFromTheDeadWhenNothingIsLeft() {
        fill(NET_29);
        dead.add("filler3");

        var refused = b.allocate("p", "s", NET_29).result();
        assertThat(refused).isInstanceOf(Answer.Exhausted.class);
        assertThat(((Answer.Exhausted) refused).nextFree()).isPresent();
        clock.pass(SimulatedNode.DELAY);

        assertThat(granted(b.allocate("p", "s", NET_29)).address()).isNotNull();
    }

    @Test
    void saysWhoHoldsTheAddressThatWasAskedFor() {
        var wanted = Address.parse("10.0.0.7");
        granted(a.allocate("p1", "s1", wanted, NET_24));

        assertThat(((Answer.Refused) b.allocate("p2", "s2", wanted, NET_24).result()).reason())
                .contains("10.0.0.7", "pod ns1/p1 (net1)");
        assertThat(((Answer.Refused) b.allocate("p2", "s2", Address.parse("10.0.0.0"), NET_24)
                                .result())
                        .reason())
                .contains("network address");
    }

    @Test
    void exchangesAnAddressForTheOneThatIsAskedForNow() {
        var wide = window("10.0.0.0/16");
        granted(a.allocate("p1", "s1", wide));

        var wanted = Address.parse("10.0.200.9");
        assertThat(granted(a.allocate("p1", "s1", wanted, wide)).address()).isEqualTo(wanted);
        assertThat(leases()).hasSize(1);
    }

    @Test
    void doesNotFreeWhatAnotherSandboxHasByNow() {
        granted(a.allocate("p1", "old", NET_24));
        granted(b.allocate("p1", "new", NET_24));

        assertThat(a.authority.release(new Release.BySandbox("old", "net1")).result())
                .hasSizeLessThanOrEqualTo(1);

        assertThat(leases()).extracting(Lease::containerId).contains("new");
    }

    @Test
    void findsWhatItWroteThoughTheAnswerWasLost() {
        store.fault = SimulatedStore.Fault.AFTER_WRITE;
        var answer = a.allocate("p1", "s1", NET_24);
        store.fault = SimulatedStore.Fault.NONE;
        a.endPauses();

        assertThat(granted(answer)).isEqualTo(leases().getFirst());
        assertThat(leases()).hasSize(1);
    }

    @Test
    void knowsItsLeasesAfterARestart() {
        var first = granted(a.allocate("p1", "s1", NET_24));

        var restarted = node("a");

        assertThat(restarted.authority.leases()).containsExactly(first);
        assertThat(granted(restarted.allocate("p1", "s1", NET_24))).isEqualTo(first);
    }

    @Test
    void failsAtItsDeadlineWhileTheStoreIsDownAndFreesNothing() {
        granted(a.allocate("p0", "s0", NET_24));
        store.fault = SimulatedStore.Fault.ALL;
        var answer = a.allocate("p1", "s1", NET_24);
        a.endPauses();
        assertThat(answer.isComplete()).isFalse();

        clock.pass(Duration.ofSeconds(31));
        a.endPauses();

        assertThat(answer.cause())
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("the store is down");
        store.fault = SimulatedStore.Fault.NONE;
        assertThat(leases()).hasSize(1);
    }

    @Test
    void givesNothingFromABlockThatCannotBeUnderstood() {
        store.unreadable.put(
                BlockKey.of("default", Address.parse("10.0.0.0")), "default.10-0-0-0 cannot be understood");

        var small = a.allocate("p1", "s1", NET_29);
        for (int i = 0; i < 5; i++) {
            a.endPauses();
        }

        assertThat(small.result()).isInstanceOf(Answer.Exhausted.class);
        assertThat(store.blocks).isEmpty();
    }

    private SimulatedNode node(String name) {
        return new SimulatedNode(
                name,
                store,
                leases -> Future.succeededFuture(leases.stream()
                        .filter(lease -> dead.stream()
                                .anyMatch(pod -> lease.owner().key().contains(pod + "/")))
                        .toList()),
                clock);
    }

    private void fill(Window window) {
        for (long i = 0; i < window.size().longValueExact(); i++) {
            granted(a.allocate("filler" + i, "f" + i, window));
        }
    }

    private List<Lease> leases() {
        return store.blocks.values().stream()
                .flatMap(stored -> stored.block().leases().stream())
                .toList();
    }

    private static Lease granted(Future<Answer> answer) {
        assertThat(answer.cause()).isNull();
        assertThat(answer.result()).isInstanceOf(Answer.Granted.class);
        return ((Answer.Granted) answer.result()).leases().getFirst();
    }

    private static Window window(String cidr) {
        return Window.of(Cidr.parse(cidr));
    }
}

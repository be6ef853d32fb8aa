package dev.patchbay.verticles.reconcile;

import static dev.patchbay.verticles.reconcile.Entries.DEFAULT;
import static dev.patchbay.verticles.reconcile.Entries.entry;
import static dev.patchbay.verticles.reconcile.Entries.ours;
import static dev.patchbay.verticles.reconcile.Entries.sandbox;
import static dev.patchbay.verticles.reconcile.Entries.text;
import static dev.patchbay.verticles.reconcile.OtherSide.ready;
import static dev.patchbay.verticles.reconcile.PodSketch.WEB;
import static dev.patchbay.verticles.reconcile.PodSketch.asking;
import static dev.patchbay.verticles.reconcile.PodSketch.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.multus.attach.AttachException.Kind;
import dev.patchbay.verticles.bus.Addresses;
import dev.patchbay.verticles.bus.Condition;
import dev.patchbay.verticles.bus.Inspection;
import dev.patchbay.verticles.bus.PodEvent;
import dev.patchbay.verticles.bus.Release;
import dev.patchbay.verticles.bus.StatusWrite;
import dev.patchbay.verticles.bus.StatusWritten;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PodReconcilerTest {

    private static final Condition READY = new Condition(true, "AllInterfacesReady", "");
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

    private final ReconcilerFixture fixture = ReconcilerFixture.atRest();
    private final OtherSide other = fixture.other;

    @AfterEach
    void tearDown() {
        fixture.close();
    }

    @Test
    void plugsAndWritesBackInOneWrite() {
        var pass = fixture.pass(asking("a@net1"));

        assertThat(other.plugs).singleElement().satisfies(order -> {
            assertThat(order.pod()).isEqualTo(WEB);
            assertThat(order.sandbox()).isEqualTo(Entries.SANDBOX);
            assertThat(order.nad()).isEqualTo(Entries.nad("a"));
            assertThat(order.interfaceName()).isEqualTo("net1");
        });
        assertThat(other.writes)
                .containsExactly(new StatusWrite(
                        WEB, Optional.of(text(DEFAULT, entry("ns1/a", "net1", "10.1.0.9"))), Optional.of(READY), true));
        assertThat(pass.again()).isEmpty();
        assertThat(pass.pod())
                .hasValueSatisfying(p -> assertThat(p.resourceVersion()).isEqualTo(100));
        awaitEvents("added net1 [10.1.0.9] from network ns1/a");
    }

    @Test
    void writesNothingWhereNothingDiffers() {
        other.onInspect = _ -> ready(sandbox(ours("a", "net1", "10.1.0.1")));
        var pod = pod().networks("a@net1")
                .status(text(DEFAULT, entry("ns1/a", "net1", "10.1.0.1")))
                .condition(READY);

        var pass = fixture.pass(pod.snapshot());

        assertThat(pass)
                .isEqualTo(new Pass(
                        RetryLedger.EMPTY, 0, Optional.empty(), Optional.of(pod.snapshot()), Optional.empty(), false));
        assertThat(other.writes).isEmpty();
        assertThat(other.plugs).isEmpty();
    }

    @Test
    void repeatsOnlyTheWriteWhereTheWriteFailed() {
        other.onWrite = _ -> Future.succeededFuture(new StatusWritten.Failed("etcd is away"));
        var state = LaneState.NEW.with(asking("a@net1"));

        var first = fixture.pass(state);
        assertThat(first.again()).contains(FIRST_PAUSE);
        assertThat(first.errors()).isEqualTo(1);
        assertThat(first.pod()).isEmpty();

        other.onInspect = _ -> ready(sandbox(ours("a", "net1", "10.1.0.9")));
        other.onWrite = other::written;
        var second = fixture.pass(state.after(first));

        assertThat(other.plugs).hasSize(1);
        assertThat(other.unplugs).isEmpty();
        assertThat(other.writes).hasSize(2);
        assertThat(other.writes.get(1)).isEqualTo(other.writes.get(0));
        assertThat(second.errors()).isZero();
        assertThat(second.again()).isEmpty();
    }

    @Test
    void concludesNothingWhileTheRuntimeIsAway() {
        other.held = Set.of("u1");
        other.onInspect = _ -> Future.failedFuture("container runtime is away");
        var state = LaneState.NEW.with(asking("[]"));

        var first = fixture.pass(state);
        var second = fixture.pass(state.after(first));

        assertThat(first.again()).contains(FIRST_PAUSE);
        assertThat(second.again()).contains(FIRST_PAUSE.multipliedBy(2));
        assertThat(second.errors()).isEqualTo(2);
        assertThat(other.unplugs).isEmpty();
        assertThat(other.releases).isEmpty();
        assertThat(other.writes).isEmpty();
    }

    @Test
    void waitsForASandboxThatIsNotThereYet() {
        other.onInspect = _ -> ready(new Inspection.NoSandbox());

        assertThat(fixture.pass(asking("a@net1")).again()).contains(FIRST_PAUSE);
        assertThat(other.plugs).isEmpty();
        assertThat(other.writes).isEmpty();
    }

    @Test
    void releasesEverythingOfAPodThatIsGoneAndIsFinished() {
        var pass = fixture.pass(LaneState.NEW);

        assertThat(pass).isEqualTo(Pass.last());
        assertThat(other.releases).containsExactly(new Release("u1", Optional.empty()));
        assertThat(other.inspections).isEmpty();
    }

    @Test
    void isNotFinishedWhileSomethingCannotBeReleased() {
        other.onRelease = _ -> OtherSide.failed(Kind.FAILED, "the plugin is missing");

        var pass = fixture.pass(LaneState.NEW);

        assertThat(pass.finished()).isFalse();
        assertThat(pass.again()).contains(FIRST_PAUSE);
    }

    @Test
    void freesWhatAFinishedPodHoldsOnlyOnceItsSandboxIsGone() {
        other.held = Set.of("u1");
        var finished = pod().networks("a@net1").finished().snapshot();

        fixture.pass(finished);
        assertThat(other.releases).isEmpty();

        other.onInspect = _ -> Future.succeededFuture(new Inspection(new Inspection.NoSandbox(), true));
        fixture.pass(finished);
        assertThat(other.releases).containsExactly(new Release("u1", Optional.empty()));
        assertThat(other.plugs).isEmpty();
    }

    @Test
    void freesAnEarlierSandboxAndPlugsIntoThePresentOne() {
        other.onInspect = _ -> Future.succeededFuture(new Inspection(sandbox(), true));

        var pass = fixture.pass(asking("a@net1"));

        assertThat(other.releases).containsExactly(new Release("u1", Optional.of("s1")));
        assertThat(other.plugged()).containsExactly("net1");
        assertThat(pass.again()).isEmpty();
    }

    @Test
    void plugsAlthoughAnEarlierSandboxCannotBeFreedYet() {
        other.onInspect = _ -> Future.succeededFuture(new Inspection(sandbox(), true));
        other.onRelease = _ -> OtherSide.failed(Kind.FAILED, "busy");

        var pass = fixture.pass(asking("a@net1"));

        assertThat(other.plugged()).containsExactly("net1");
        assertThat(pass.again()).contains(FIRST_PAUSE);
    }

    @Test
    void tellsOnceThatAPodOnTheHostsNetworkIsRejected() {
        var state = LaneState.NEW.with(pod().networks("a").onHostNetwork().snapshot());

        var first = fixture.pass(state);
        fixture.pass(state.after(first));
        fixture.bus.publish(Addresses.EVENT, marker());

        awaitEvents("the pod uses the host's network: no interface can be plugged into it", marker().message());
        assertThat(other.inspections).isEmpty();
        assertThat(other.writes).isEmpty();
    }

    @Test
    void rejectsASandboxThatIsUnsuitable() {
        other.onInspect = _ -> ready(new Inspection.Unsuitable("s1", "its sandbox is a virtual machine"));

        assertThat(fixture.pass(asking("a")).told())
                .contains(new PodEvent(WEB, PodEvent.Reason.InterfaceAddRejected, "its sandbox is a virtual machine"));
        assertThat(fixture.pass(asking("[]")).told()).isEmpty();
        assertThat(other.plugs).isEmpty();
    }

    @Test
    void saysThatTheAnnotationCannotBeReadAndChangesNothing() {
        other.held = Set.of("u1");

        var pass = fixture.pass(asking("[{"));

        assertThat(pass.told())
                .hasValueSatisfying(e -> assertThat(e.reason()).isEqualTo(PodEvent.Reason.InvalidNetworksAnnotation));
        assertThat(other.writes).singleElement().satisfies(write -> {
            assertThat(write.networkStatus()).isEmpty();
            assertThat(write.condition())
                    .hasValueSatisfying(c -> assertThat(c.reason()).isEqualTo("InvalidNetworksAnnotation"));
        });
        assertThat(other.inspections).isEmpty();
    }

    @Test
    void removesOnlyItsOwnWhereTheAnnotationIsMissing() {
        other.held = Set.of("u1");
        other.onInspect = _ -> ready(sandbox(ours("a", "net1"), Entries.others("b", "net2")));
        var status = text(DEFAULT, entry("ns1/a", "net1"), entry("ns1/b", "net2"));

        fixture.pass(pod().status(status).snapshot());

        assertThat(other.unplugged()).containsExactly("net1");
        assertThat(other.writes)
                .containsExactly(new StatusWrite(
                        WEB, Optional.of(text(DEFAULT, entry("ns1/b", "net2"))), Optional.empty(), false));
    }

    private static PodEvent marker() {
        return new PodEvent(WEB, PodEvent.Reason.AddedInterface, "the last one");
    }

    private void awaitEvents(String... messages) {
        Awaitility.await()
                .atMost(ReconcilerFixture.PATIENCE)
                .untilAsserted(() ->
                        assertThat(other.events).extracting(PodEvent::message).containsExactly(messages));
    }
}

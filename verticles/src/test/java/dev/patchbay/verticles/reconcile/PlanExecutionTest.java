package dev.patchbay.verticles.reconcile;

import static dev.patchbay.verticles.reconcile.Entries.DEFAULT;
import static dev.patchbay.verticles.reconcile.Entries.entry;
import static dev.patchbay.verticles.reconcile.Entries.nad;
import static dev.patchbay.verticles.reconcile.Entries.network;
import static dev.patchbay.verticles.reconcile.Entries.ours;
import static dev.patchbay.verticles.reconcile.Entries.sandbox;
import static dev.patchbay.verticles.reconcile.Entries.text;
import static dev.patchbay.verticles.reconcile.OtherSide.ready;
import static dev.patchbay.verticles.reconcile.PodSketch.asking;
import static dev.patchbay.verticles.reconcile.PodSketch.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.multus.attach.AttachException.Kind;
import dev.patchbay.verticles.bus.Condition;
import dev.patchbay.verticles.bus.Inspection.Ready;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How steps go, one by one; made visible through whole passes. */
class PlanExecutionTest {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

    private final ReconcilerFixture fixture = ReconcilerFixture.atRest();
    private final OtherSide other = fixture.other;

    @AfterEach
    void tearDown() {
        fixture.close();
    }

    @Test
    void failsAPlugWhoseNadIsMissingWithoutAskingTheAgent() {
        fixture.nads.remove(network("a"));

        var pass = fixture.pass(asking("a@net1"));

        assertThat(other.plugs).isEmpty();
        assertThat(condition())
                .isEqualTo(new Condition(
                        false,
                        "InterfacesNotReady",
                        "net1 (ns1/a): the NetworkAttachmentDefinition ns1/a does not exist"));
        assertThat(pass.again()).contains(FIRST_PAUSE);
    }

    @Test
    void plugsAtOnceWhenTheNadAppears() {
        fixture.nads.remove(network("a"));
        var state = LaneState.NEW.with(asking("a@net1"));
        var first = fixture.pass(state);
        fixture.nads.put(network("a"), nad("a"));

        var second = fixture.pass(state.after(first).with(asking("a@net1")));

        assertThat(other.plugged()).containsExactly("net1");
        assertThat(second.again()).isEmpty();
    }

    @Test
    void letsAStepFailAlone() {
        other.onPlug = order -> order.interfaceName().equals("net1")
                ? OtherSide.failed(Kind.FAILED, "no address is free")
                : OtherSide.plugged(order);

        fixture.pass(asking("a@net1,b@net2"));

        assertThat(other.plugged()).containsExactly("net1", "net2");
        assertThat(other.writes.getFirst().networkStatus()).contains(text(DEFAULT, entry("ns1/b", "net2", "10.1.0.9")));
        assertThat(condition().message()).isEqualTo("net1 (ns1/a): no address is free");
    }

    @Test
    void takesAnAgentThatAnswersNothingForAFailureOfTheStep() {
        other.onPlug = _ -> Future.failedFuture("the agent stumbled");

        var pass = fixture.pass(asking("a@net1"));

        assertThat(condition().message()).isEqualTo("net1 (ns1/a): the agent stumbled");
        assertThat(pass.again()).contains(FIRST_PAUSE);
    }

    @Test
    void holdsAFailedStepBackUntilItsTurnAndTakesNoWordBack() {
        other.onPlug = _ -> OtherSide.failed(Kind.FAILED, "no address is free");
        var state = LaneState.NEW.with(asking("a@net1"));

        var first = fixture.pass(state);
        var second = fixture.pass(state.after(first));

        assertThat(other.plugs).hasSize(1);
        assertThat(other.writes).hasSize(1);
        assertThat(second.again()).contains(FIRST_PAUSE);
        assertThat(second.ledger()).isEqualTo(first.ledger());
    }

    @Test
    void forgetsAFailureThatNobodyAsksForAnyMore() {
        other.onPlug = _ -> OtherSide.failed(Kind.FAILED, "no address is free");
        var first = fixture.pass(asking("a@net1"));

        var second =
                fixture.pass(LaneState.NEW.with(asking("a@net1")).after(first).with(asking("[]")));

        assertThat(second.ledger()).isEqualTo(RetryLedger.EMPTY);
        assertThat(second.again()).isEmpty();
        assertThat(condition().ready()).isTrue();
    }

    @Test
    void unplugsBeforeItPlugsUnderTheSameName() {
        other.onInspect = _ -> ready(sandbox(ours("a", "net1")));
        other.onPlug = order -> {
            assertThat(other.unplugged()).containsExactly("net1");
            return OtherSide.plugged(order);
        };

        fixture.pass(pod().networks("b@net1")
                .status(text(DEFAULT, entry("ns1/a", "net1")))
                .snapshot());

        assertThat(other.writes.getFirst().networkStatus()).contains(text(DEFAULT, entry("ns1/b", "net1", "10.1.0.9")));
        assertThat(condition().ready()).isTrue();
    }

    @Test
    void keepsThePlugOfAnInterfaceBackWhileItsUnplugFails() {
        other.onInspect = _ -> ready(sandbox(ours("a", "net1")));
        other.onUnplug = _ -> OtherSide.failed(Kind.FAILED, "busy");

        fixture.pass(pod().networks("b@net1,c@net2")
                .status(text(DEFAULT, entry("ns1/a", "net1")))
                .snapshot());

        assertThat(other.plugged()).containsExactly("net2");
        assertThat(condition().message())
                .isEqualTo("net1 (ns1/a) cannot be removed: busy; "
                        + "net1 (ns1/b): its former network could not be removed yet");
        assertThat(other.writes.getFirst().networkStatus())
                .contains(text(DEFAULT, entry("ns1/a", "net1"), entry("ns1/c", "net2", "10.1.0.9")));
    }

    @Test
    void stopsForANewerWishAndTellsOfNoReadiness() {
        var state = LaneState.NEW.with(asking("a@net1,b@net2"));
        var newest = new AtomicReference<>(state);
        other.onPlug = order -> {
            newest.set(state.with(asking("a@net1")));
            return OtherSide.plugged(order);
        };

        fixture.pass(state, newest::get);

        assertThat(other.plugged()).containsExactly("net1");
        assertThat(other.writes).singleElement().satisfies(write -> {
            assertThat(write.networkStatus()).contains(text(DEFAULT, entry("ns1/a", "net1", "10.1.0.9")));
            assertThat(write.condition()).isEmpty();
        });
    }

    @Test
    void stopsForAPodThatGoes() {
        var state = LaneState.NEW.with(asking("a@net1,b@net2"));
        var newest = new AtomicReference<>(state);
        other.onPlug = order -> {
            newest.set(state.withoutPod());
            return OtherSide.plugged(order);
        };

        fixture.pass(state, newest::get);

        assertThat(other.plugged()).containsExactly("net1");
    }

    @Test
    void doesNotStopForNewsThatAskForNothingElse() {
        var state = LaneState.NEW.with(asking("a@net1,b@net2"));
        var news = state.with(
                pod().version(11).networks("a@net1,b@net2").status("[]").snapshot());

        fixture.pass(state, () -> news);

        assertThat(other.plugged()).containsExactly("net1", "net2");
    }

    @Test
    void paysDebtsOfAttemptsThatFailed() {
        var seen = sandbox();
        other.onInspect = _ ->
                ready(new Ready(seen.sandbox(), seen.applied(), Set.of("net4"), seen.links(), seen.defaultNetwork()));

        fixture.pass(asking("[]"));

        assertThat(other.unplugged()).containsExactly("net4");
    }

    private Condition condition() {
        return other.writes.getLast().condition().orElseThrow();
    }
}

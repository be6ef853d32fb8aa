package dev.patchbay.verticles.reconcile;

import static dev.patchbay.verticles.reconcile.PodSketch.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.verticles.bus.Inspect;
import dev.patchbay.verticles.bus.Inspection;
import dev.patchbay.verticles.config.PatchbayConfig.Retry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LaneTest {

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final ReconcilerFixture fixture = new ReconcilerFixture(new Retry(PAUSE, PAUSE), Clock.systemUTC());
    private final OtherSide other = fixture.other;

    /** Answers that the test gives when it wants to: a pass waits for them. */
    private final List<Promise<Inspection>> answers = new CopyOnWriteArrayList<>();

    private final AtomicInteger finished = new AtomicInteger();
    private Lane lane;

    @BeforeEach
    void setUp() {
        lane = new Lane(fixture.vertx, "u1", fixture.reconciler(), finished::incrementAndGet);
        other.onInspect = this::later;
    }

    @AfterEach
    void tearDown() {
        fixture.close();
    }

    @Test
    void makesExactlyOneMorePassForAllSignalsDuringAPass() {
        run(() -> see(10, "a@net1"));
        awaitPasses(1);

        run(() -> {
            for (int i = 0; i < 5; i++) {
                lane.signal();
            }
        });
        assertThat(answers).hasSize(1);

        answer(0);
        awaitPasses(2);
        answer(1);
        awaitIdle();
        assertThat(answers).hasSize(2);
    }

    @Test
    void worksOnTheNewestStateAfterAPass() {
        run(() -> see(10, "a@net1"));
        awaitPasses(1);

        run(() -> {
            see(11, "b@net1");
            see(12, "c@net1");
        });
        answer(0);
        awaitPasses(2);
        answer(1);
        awaitIdle();

        assertThat(other.plugs).extracting(order -> order.nad().name().name()).containsExactly("c");
    }

    @Test
    void doesNotTakeBackAnOlderStateThanTheAnswerOfTheWrite() {
        run(() -> see(10, "a@net1"));
        awaitPasses(1);
        answer(0);
        awaitIdle();
        assertThat(version()).isEqualTo(100);

        run(() -> see(50, "a@net1"));
        awaitPasses(2);

        assertThat(version()).isEqualTo(100);
        answer(1);
        awaitIdle();
    }

    @Test
    void takesAStateThatCameDuringThePassAndIsNewerThanTheWrite() {
        run(() -> see(10, "a@net1"));
        awaitPasses(1);
        run(() -> see(200, "a@net1"));
        answer(0);
        awaitPasses(2);

        assertThat(version()).isEqualTo(200);
        answer(1);
        awaitIdle();
    }

    @Test
    void comesAgainByItselfAfterTheRetryPause() {
        run(() -> see(10, "a@net1"));
        awaitPasses(1);
        answers.get(0).fail("the runtime is away");

        awaitPasses(2);
        answer(1);
        awaitIdle();
        assertThat(other.plugged()).containsExactly("net1");
    }

    @Test
    void comesAgainAfterAFaultInThisProgram() {
        other.onInspect = question -> other.inspections.size() == 1
                ? Future.succeededFuture(new Inspection(null, false))
                : OtherSide.ready(Entries.sandbox());

        run(() -> see(10, "a@net1"));

        until(() -> other.plugged().equals(List.of("net1")));
    }

    @Test
    void startsNoPassAfterItsClosing() {
        run(() -> see(10, "a@net1"));
        awaitPasses(1);
        answers.get(0).fail("the runtime is away");
        awaitIdle();

        run(() -> {
            lane.close();
            lane.signal();
        });
        // Timers of one loop fire in order: when this one has, that of the retry would have, too.
        fixture.await(fixture.onLoop(() -> {
            var fired = Promise.<Void>promise();
            fixture.vertx.setTimer(PAUSE.toMillis() * 3, _ -> fired.complete());
            return fired.future();
        }));
        assertThat(answers).hasSize(1);
    }

    @Test
    void finishesThePassThatRunsAtItsClosingAndStartsNoOther() {
        run(() -> see(10, "a@net1"));
        awaitPasses(1);
        run(() -> {
            lane.signal();
            lane.close();
        });
        assertThat(ask(() -> lane.isBusy())).isTrue();

        answer(0);
        awaitIdle();

        assertThat(other.plugged()).containsExactly("net1");
        assertThat(other.writes).hasSize(1);
        assertThat(answers).hasSize(1);
    }

    @Test
    void isFinishedWhenThePodIsGoneAndReleased() {
        run(() -> lane.gone());

        until(() -> finished.get() == 1);
        assertThat(other.releases).hasSize(1);
    }

    @Test
    void isNotFinishedByAPassThatBeganBeforeThePodWasGone() {
        run(() -> see(10, "a@net1"));
        awaitPasses(1);
        run(() -> lane.gone());
        assertThat(finished).hasValue(0);

        answer(0);
        until(() -> finished.get() == 1);

        assertThat(other.plugs).isEmpty();
        assertThat(other.releases).hasSize(1);
    }

    private void see(long version, String networks) {
        other.networks.put("u1", networks);
        lane.see(pod().version(version).networks(networks).snapshot());
    }

    private Future<Inspection> later(Inspect question) {
        var answer = Promise.<Inspection>promise();
        answers.add(answer);
        return answer.future();
    }

    private void answer(int pass) {
        answers.get(pass).complete(new Inspection(Entries.sandbox(), false));
    }

    private void awaitPasses(int count) {
        until(() -> answers.size() >= count);
        assertThat(answers).hasSize(count);
    }

    /** The next pass, if signals ask for one, begins in the same turn of the loop in which the last one ends. */
    private void awaitIdle() {
        until(() -> ask(() -> !lane.isBusy()));
    }

    private long version() {
        return ask(() -> lane.pod().orElseThrow().resourceVersion());
    }

    private void run(Runnable work) {
        ask(() -> {
            work.run();
            return true;
        });
    }

    private <T> T ask(Supplier<T> question) {
        return fixture.await(fixture.onLoop(() -> Future.succeededFuture(question.get())));
    }

    private static void until(BooleanSupplier condition) {
        Awaitility.await()
                .pollInterval(5, TimeUnit.MILLISECONDS)
                .atMost(ReconcilerFixture.PATIENCE)
                .until(condition::getAsBoolean);
    }
}

package dev.patchbay.verticles.reconcile;

import static dev.patchbay.verticles.reconcile.PodSketch.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.patchbay.multus.attach.PlugOrder;
import dev.patchbay.verticles.bus.Addresses;
import dev.patchbay.verticles.bus.Bus;
import dev.patchbay.verticles.bus.Outcome;
import dev.patchbay.verticles.bus.PodSnapshot;
import dev.patchbay.verticles.bus.Release;
import dev.patchbay.verticles.config.ConfigException;
import dev.patchbay.verticles.config.ConfigLoader;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.ReplyException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReconcilerVerticleTest {

    private final Vertx vertx = Vertx.vertx();
    private final Bus bus = Bus.create(vertx);
    private final OtherSide other = new OtherSide(bus);
    private final MeterRegistry meters = new SimpleMeterRegistry();

    private String deployment;

    @BeforeEach
    void setUp() throws ConfigException {
        // Failures wait for an hour: what is tried sooner was woken.
        var config = new ConfigLoader()
                .load(
                        Optional.empty(),
                        Map.of("NODE_NAME", "n1", "PATCHBAY_RETRY_INITIAL", "1h", "PATCHBAY_RETRY_MAX", "1h"));
        deployment = vertx.deployVerticle(
                        new ReconcilerVerticle(bus, config, Clock.systemUTC(), ReconcilerFixture.STEADY, meters))
                .await();
    }

    @AfterEach
    void tearDown() {
        vertx.close().await();
    }

    @Test
    void wakesTheUsersOfANadThatAppears() {
        see(asking("u1", "a@net1"));
        see(asking("u2", "b@net1"));
        eventually(() -> assertThat(other.writes).hasSize(2));
        assertThat(other.plugs).isEmpty();

        bus.publish(Addresses.NAD_SEEN, Entries.nad("a"));

        eventually(() -> assertThat(pluggedPods()).containsExactly("u1"));
    }

    @Test
    void wakesNobodyForANadThatIsAsBefore() {
        bus.publish(Addresses.NAD_SEEN, Entries.nad("a"));
        see(asking("u1", "a@net1"));
        eventually(() -> assertThat(other.writes).hasSize(1));

        bus.publish(Addresses.NAD_SEEN, Entries.nad("a"));
        see(asking("u2", "a@net1"));

        eventually(() -> assertThat(other.writes).hasSize(2));
        assertThat(other.inspections).extracting(i -> i.pod().uid()).containsExactly("u1", "u2");
    }

    @Test
    void missesANadThatIsGone() {
        bus.publish(Addresses.NAD_SEEN, Entries.nad("a"));
        bus.publish(Addresses.NAD_GONE, Entries.network("a"));
        see(asking("u1", "a@net1"));

        eventually(() -> assertThat(other.writes)
                .singleElement()
                .satisfies(write ->
                        assertThat(write.condition().orElseThrow().message()).contains("does not exist")));
        assertThat(other.plugs).isEmpty();
    }

    @Test
    void worksOnPodsSideBySide() {
        bus.publish(Addresses.NAD_SEEN, Entries.nad("a"));
        var never = Promise.<Outcome>promise();
        other.onPlug = order -> order.pod().uid().equals("u1") ? never.future() : OtherSide.plugged(order);

        see(asking("u1", "a@net1"));
        eventually(() -> assertThat(pluggedPods()).containsExactly("u1"));
        see(asking("u2", "a@net1"));

        eventually(() -> assertThat(other.writes)
                .singleElement()
                .satisfies(write -> assertThat(write.pod().uid()).isEqualTo("u2")));
        never.complete(new Outcome.Done(List.of()));
    }

    @Test
    void releasesPodsThatWentWhileItWasAway() {
        other.held = Set.of("u1", "u8");
        see(asking("u1", "[]"));

        bus.publish(Addresses.PODS_LISTED, Set.of("u1"));

        eventually(() -> assertThat(other.releases).containsExactly(new Release("u8", Optional.empty())));
    }

    @Test
    void looksAgainAtAPodThatItKnows() {
        see(asking("u1", "[]"));
        eventually(() -> assertThat(other.inspections).hasSize(1));

        bus.publish(Addresses.LOOK_AGAIN, "u1");

        eventually(() -> assertThat(other.inspections).hasSize(2));
        assertThat(other.releases).isEmpty();
    }

    @Test
    void takesAPodForGoneOnlyIfTheListDoesNotHaveIt() {
        bus.publish(Addresses.LOOK_AGAIN, "u9");
        bus.publish(Addresses.PODS_LISTED, Set.of("u1"));
        bus.publish(Addresses.LOOK_AGAIN, "u1");
        bus.publish(Addresses.LOOK_AGAIN, "u2");

        eventually(() -> assertThat(other.releases).containsExactly(new Release("u2", Optional.empty())));
    }

    @Test
    void forgetsAPodThatIsGone() {
        see(asking("u1", "[]"));
        eventually(() -> assertThat(meters.get("patchbay.pods").gauge().value()).isEqualTo(1));

        bus.publish(Addresses.POD_GONE, "u1");
        eventually(() -> assertThat(other.releases).containsExactly(new Release("u1", Optional.empty())));
        eventually(() -> assertThat(meters.get("patchbay.pods").gauge().value()).isZero());
    }

    @Test
    void finishesWhatRunsBeforeItStopsAndBeginsNothingElse() {
        bus.publish(Addresses.NAD_SEEN, Entries.nad("a"));
        var plug = Promise.<Outcome>promise();
        other.onPlug = _ -> plug.future();
        see(asking("u1", "a@net1"));
        eventually(() -> assertThat(other.plugs).hasSize(1));

        var stopped = vertx.undeploy(deployment);
        eventually(() -> assertThatExceptionOfType(ReplyException.class)
                .as("nobody listens any more")
                .isThrownBy(() -> bus.request(Addresses.LOOK_AGAIN, "u0").await(50, TimeUnit.MILLISECONDS)));
        see(asking("u2", "a@net1"));
        assertThat(stopped.isComplete()).isFalse();
        plug.complete(done(other.plugs.getFirst()));
        stopped.await();

        assertThat(other.writes)
                .singleElement()
                .satisfies(
                        write -> assertThat(write.networkStatus().orElseThrow()).contains("net1"));
        assertThat(pluggedPods()).containsExactly("u1");
    }

    private static Outcome done(PlugOrder order) {
        return new Outcome.Done(List.of(Entries.entry(order.nad().name().toString(), order.interfaceName())));
    }

    private List<String> pluggedPods() {
        return other.plugs.stream().map(order -> order.pod().uid()).toList();
    }

    private void see(PodSnapshot pod) {
        pod.networks().ifPresent(text -> other.networks.put(pod.pod().uid(), text));
        bus.publish(Addresses.POD_SEEN, pod);
    }

    private static PodSnapshot asking(String uid, String networks) {
        return pod().uid(uid).networks(networks).snapshot();
    }

    private static void eventually(ThrowingRunnable assertion) {
        Awaitility.await().atMost(ReconcilerFixture.PATIENCE).untilAsserted(assertion);
    }
}

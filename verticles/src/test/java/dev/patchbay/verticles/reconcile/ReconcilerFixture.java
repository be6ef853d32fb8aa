package dev.patchbay.verticles.reconcile;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.multus.nad.Nad;
import dev.patchbay.verticles.bus.Bus;
import dev.patchbay.verticles.bus.PodSnapshot;
import dev.patchbay.verticles.config.PatchbayConfig.Retry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A reconciler on a real Vert.x and a real bus, whose other side is the test's. */
final class ReconcilerFixture implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(20);
    static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");

    /** No jitter. */
    static final RandomGenerator STEADY = () -> 0L;

    final Vertx vertx = Vertx.vertx();
    final Bus bus = Bus.create(vertx);
    final OtherSide other = new OtherSide(bus);
    final Map<NetworkName, Nad> nads = new ConcurrentHashMap<>();
    final Context loop = vertx.getOrCreateContext();

    private final PodReconciler reconciler;

    ReconcilerFixture(Retry retry, Clock clock) {
        reconciler = new PodReconciler(bus, this::nad, retry, clock, STEADY);
        for (var name : new String[] {"a", "b", "c"}) {
            nads.put(Entries.network(name), Entries.nad(name));
        }
    }

    /** Returns a fixture whose clock stands still and whose first pause is half a second. */
    static ReconcilerFixture atRest() {
        return new ReconcilerFixture(
                new Retry(Duration.ofMillis(500), Duration.ofSeconds(60)), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    Optional<Nad> nad(NetworkName name) {
        return Optional.ofNullable(nads.get(name));
    }

    PodReconciler reconciler() {
        return reconciler;
    }

    Pass pass(PodSnapshot pod) {
        return pass(LaneState.NEW.with(pod));
    }

    Pass pass(LaneState state) {
        return pass(state, () -> state);
    }

    Pass pass(LaneState state, Supplier<LaneState> newest) {
        state.pod().flatMap(PodSnapshot::networks).ifPresent(text -> other.networks.put("u1", text));
        return await(onLoop(() -> reconciler.reconcile("u1", state, newest)));
    }

    /** Runs {@code work} on the loop, where a lane lives. */
    <T> Future<T> onLoop(Supplier<Future<T>> work) {
        var promise = Promise.<T>promise();
        loop.runOnContext(_ -> work.get().onComplete(promise));
        return promise.future();
    }

    <T> T await(Future<T> future) {
        try {
            return future.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("it took too long", e);
        }
    }

    @Override
    public void close() {
        await(vertx.close());
    }
}

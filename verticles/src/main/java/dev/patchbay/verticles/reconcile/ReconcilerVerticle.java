package dev.patchbay.verticles.reconcile;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.selection.NetworkSelections;
import dev.patchbay.annotations.selection.ParsedSelections;
import dev.patchbay.multus.nad.Nad;
import dev.patchbay.verticles.bus.Addresses;
import dev.patchbay.verticles.bus.Bus;
import dev.patchbay.verticles.bus.PodSnapshot;
import dev.patchbay.verticles.config.PatchbayConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a lane for each pod of this node and wakes it when the pod, a NAD that it names, or its sandbox changes. */
public final class ReconcilerVerticle extends VerticleBase {

    private static final Logger LOG = LoggerFactory.getLogger(ReconcilerVerticle.class);

    private static final long DRAIN_CHECK_MILLIS = 20;

    private final Bus bus;
    private final PatchbayConfig config;
    private final PodReconciler reconciler;
    private final AtomicInteger laneCount;

    private final Map<String, Lane> lanes = new HashMap<>();
    private final Map<NetworkName, Nad> nads = new HashMap<>();
    private final Set<String> present = new HashSet<>();
    private final List<MessageConsumer<?>> ears = new ArrayList<>();
    private boolean listed;

    /** Creates the reconciler. */
    public ReconcilerVerticle(
            Bus bus, PatchbayConfig config, Clock clock, RandomGenerator random, MeterRegistry meters) {
        this.bus = bus;
        this.config = config;
        this.reconciler =
                new PodReconciler(bus, name -> Optional.ofNullable(nads.get(name)), config.retry(), clock, random);
        this.laneCount = meters.gauge("patchbay.pods", new AtomicInteger());
    }

    @Override
    public Future<?> start() {
        ears.add(bus.listen(Addresses.NAD_SEEN, this::nadSeen));
        ears.add(bus.listen(Addresses.NAD_GONE, this::nadGone));
        ears.add(bus.listen(Addresses.POD_SEEN, this::podSeen));
        ears.add(bus.listen(Addresses.POD_GONE, this::podGone));
        ears.add(bus.listen(Addresses.PODS_LISTED, this::podsListed));
        ears.add(bus.listen(Addresses.LOOK_AGAIN, this::lookAgain));
        vertx.setPeriodic(config.resync().toMillis(), _ -> resync());
        return Future.succeededFuture();
    }

    /**
     * Hears of nothing more, starts no more passes and waits for those that run: no plugin is ended half-way by a rolling
     * update.
     */
    @Override
    public Future<?> stop() {
        ears.forEach(MessageConsumer::unregister);
        lanes.values().forEach(Lane::close);
        Promise<Void> drained = Promise.promise();
        awaitIdle(drained);
        return drained.future();
    }

    private void awaitIdle(Promise<Void> drained) {
        if (lanes.values().stream().noneMatch(Lane::isBusy)) {
            drained.complete();
        } else {
            vertx.setTimer(DRAIN_CHECK_MILLIS, _ -> awaitIdle(drained));
        }
    }

    private void podSeen(PodSnapshot pod) {
        present.add(pod.pod().uid());
        lane(pod.pod().uid()).see(pod);
    }

    private void podGone(String uid) {
        present.remove(uid);
        lane(uid).gone();
    }

    private void podsListed(Set<String> uids) {
        listed = true;
        present.addAll(uids);
        bus.request(Addresses.HELD_PODS, "")
                .onSuccess(held -> held.stream()
                        .filter(uid -> !uids.contains(uid))
                        .filter(uid -> !lanes.containsKey(uid))
                        .forEach(uid -> {
                            LOG.info("pod {} went while Patchbay was away: its attachments are released", uid);
                            lane(uid).gone();
                        }))
                .onFailure(e -> LOG.error("records of pods that are gone could not be listed", e));
    }

    /** A pod may be in the list before it was seen here: its records are not those of a pod that is gone. */
    private void lookAgain(String uid) {
        if (lanes.containsKey(uid)) {
            lanes.get(uid).signal();
        } else if (listed && !present.contains(uid)) {
            lane(uid).gone();
        }
    }

    private void nadSeen(Nad nad) {
        if (!nad.equals(nads.put(nad.name(), nad))) {
            wakeUsersOf(nad.name());
        }
    }

    private void nadGone(NetworkName name) {
        nads.remove(name);
    }

    /** Wakes the pods that name the NAD: what failed for want of it is tried at once. */
    private void wakeUsersOf(NetworkName name) {
        for (var lane : lanes.values()) {
            if (lane.pod().filter(pod -> names(pod, name)).isPresent()) {
                lane.signal();
            }
        }
    }

    private static boolean names(PodSnapshot pod, NetworkName name) {
        return pod.networks()
                .filter(text -> text.contains(name.name()))
                .map(text -> NetworkSelections.parse(text, pod.pod().namespace()))
                .filter(parsed -> parsed instanceof ParsedSelections.Valid valid
                        && valid.elements().stream().anyMatch(e -> e.network().equals(name)))
                .isPresent();
    }

    private void resync() {
        lanes.values().forEach(Lane::signal);
    }

    private Lane lane(String uid) {
        return lanes.computeIfAbsent(uid, _ -> {
            laneCount.set(lanes.size() + 1);
            return new Lane(vertx, uid, reconciler, () -> drop(uid));
        });
    }

    private void drop(String uid) {
        lanes.remove(uid).close();
        laneCount.set(lanes.size());
    }
}

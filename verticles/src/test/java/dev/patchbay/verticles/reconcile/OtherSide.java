package dev.patchbay.verticles.reconcile;

import dev.patchbay.multus.attach.AttachException;
import dev.patchbay.multus.attach.PlugOrder;
import dev.patchbay.multus.attach.UnplugOrder;
import dev.patchbay.verticles.bus.Addresses;
import dev.patchbay.verticles.bus.Bus;
import dev.patchbay.verticles.bus.Inspect;
import dev.patchbay.verticles.bus.Inspection;
import dev.patchbay.verticles.bus.Inspection.SandboxState;
import dev.patchbay.verticles.bus.Outcome;
import dev.patchbay.verticles.bus.PodEvent;
import dev.patchbay.verticles.bus.Release;
import dev.patchbay.verticles.bus.StatusWrite;
import dev.patchbay.verticles.bus.StatusWritten;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * The other side of the reconciler's bus, the test's own: keeps what it was asked and answers as the test says. By
 * default everything succeeds.
 */
final class OtherSide {

    final List<Inspect> inspections = new CopyOnWriteArrayList<>();
    final List<PlugOrder> plugs = new CopyOnWriteArrayList<>();
    final List<UnplugOrder> unplugs = new CopyOnWriteArrayList<>();
    final List<Release> releases = new CopyOnWriteArrayList<>();
    final List<StatusWrite> writes = new CopyOnWriteArrayList<>();
    final List<PodEvent> events = new CopyOnWriteArrayList<>();

    volatile Set<String> held = Set.of();

    /** The annotation that each pod, by its UID, has when its status is written. */
    final Map<String, String> networks = new ConcurrentHashMap<>();

    volatile Function<Inspect, Future<Inspection>> onInspect = _ -> ready(Entries.sandbox());
    volatile Function<PlugOrder, Future<Outcome>> onPlug = OtherSide::plugged;
    volatile Function<UnplugOrder, Future<Outcome>> onUnplug = _ -> done();
    volatile Function<Release, Future<Outcome>> onRelease = _ -> done();
    volatile Function<StatusWrite, Future<StatusWritten>> onWrite = this::written;

    OtherSide(Bus bus) {
        bus.serve(Addresses.HELD_PODS, _ -> Future.succeededFuture(held));
        bus.serve(Addresses.INSPECT, question -> kept(inspections, question, onInspect));
        bus.serve(Addresses.PLUG, order -> kept(plugs, order, onPlug));
        bus.serve(Addresses.UNPLUG, order -> kept(unplugs, order, onUnplug));
        bus.serve(Addresses.RELEASE, order -> kept(releases, order, onRelease));
        bus.serve(Addresses.WRITE_STATUS, write -> kept(writes, write, onWrite));
        bus.listen(Addresses.EVENT, events::add);
    }

    private static <Q, R> Future<R> kept(List<Q> list, Q question, Function<Q, Future<R>> answer) {
        list.add(question);
        return answer.apply(question);
    }

    List<String> plugged() {
        return plugs.stream().map(PlugOrder::interfaceName).toList();
    }

    List<String> unplugged() {
        return unplugs.stream().map(UnplugOrder::interfaceName).toList();
    }

    static Future<Inspection> ready(SandboxState sandbox) {
        return Future.succeededFuture(new Inspection(sandbox, false));
    }

    static Future<Outcome> plugged(PlugOrder order) {
        return Future.succeededFuture(new Outcome.Done(
                List.of(Entries.entry(order.nad().name().toString(), order.interfaceName(), "10.1.0.9"))));
    }

    static Future<Outcome> done() {
        return Future.succeededFuture(new Outcome.Done(List.of()));
    }

    static Future<Outcome> failed(AttachException.Kind kind, String reason) {
        return Future.succeededFuture(new Outcome.Failed(kind, reason));
    }

    /** Answers as the API server does: with the pod as it is after the write. */
    Future<StatusWritten> written(StatusWrite write) {
        var sketch = PodSketch.pod().ref(write.pod()).version(100);
        Optional.ofNullable(networks.get(write.pod().uid())).ifPresent(sketch::networks);
        write.networkStatus().ifPresent(sketch::status);
        write.condition().ifPresent(sketch::condition);
        return Future.succeededFuture(new StatusWritten.Done(sketch.snapshot()));
    }
}

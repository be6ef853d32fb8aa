package dev.patchbay.verticles.reconcile;

import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.annotations.status.NetworkStatuses;
import dev.patchbay.annotations.status.ParsedStatuses;
import dev.patchbay.verticles.bus.Addresses;
import dev.patchbay.verticles.bus.Bus;
import dev.patchbay.verticles.bus.Condition;
import dev.patchbay.verticles.bus.PodSnapshot;
import dev.patchbay.verticles.bus.StatusWrite;
import dev.patchbay.verticles.bus.StatusWritten;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Network-status and the condition of a pod, read and written: only what differs from what is there is written. */
final class PodStatus {

    private static final Logger LOG = LoggerFactory.getLogger(PodStatus.class);

    private final Bus bus;

    PodStatus(Bus bus) {
        this.bus = bus;
    }

    /** Returns the entries of network-status; one that cannot be read is written anew from what is there. */
    static List<NetworkStatus> entries(PodSnapshot pod) {
        return switch (NetworkStatuses.parse(pod.networkStatus().orElse(""))) {
            case ParsedStatuses.Valid valid -> valid.entries();
            case ParsedStatuses.Invalid invalid -> {
                LOG.warn(
                        "pod {}: its network-status cannot be read and is written anew: {}",
                        pod.pod(),
                        invalid.message());
                yield List.of();
            }
        };
    }

    /** Writes the status and, where there is one, the condition. */
    Future<StatusWritten> write(
            PodSnapshot pod, List<NetworkStatus> current, List<NetworkStatus> status, Optional<Condition> condition) {
        boolean same =
                pod.networkStatus().isPresent() ? NetworkStatuses.sameMeaning(current, status) : status.isEmpty();
        return write(pod, same ? Optional.empty() : Optional.of(NetworkStatuses.write(status)), condition);
    }

    /** Writes what is given; where the condition is as it was and no status is given, nothing. */
    Future<StatusWritten> write(PodSnapshot pod, Optional<String> networkStatus, Optional<Condition> condition) {
        var newCondition = condition.filter(c -> !pod.condition().equals(Optional.of(c)));
        if (networkStatus.isEmpty() && newCondition.isEmpty()) {
            return Future.succeededFuture(new StatusWritten.Done(pod));
        }
        return bus.request(
                        Addresses.WRITE_STATUS,
                        new StatusWrite(pod.pod(), networkStatus, newCondition, turns(pod, newCondition)))
                .otherwise(e -> new StatusWritten.Failed(e.getMessage()));
    }

    /** Returns whether the condition's status becomes another one, and not its message alone. */
    private static boolean turns(PodSnapshot pod, Optional<Condition> next) {
        return next.isPresent() && !pod.condition().map(Condition::ready).equals(next.map(Condition::ready));
    }
}

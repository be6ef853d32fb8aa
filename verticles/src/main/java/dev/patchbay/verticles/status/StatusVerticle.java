package dev.patchbay.verticles.status;

import dev.patchbay.verticles.bus.Addresses;
import dev.patchbay.verticles.bus.Bus;
import dev.patchbay.verticles.bus.PodEvent;
import dev.patchbay.verticles.bus.StatusWrite;
import dev.patchbay.verticles.bus.StatusWritten;
import dev.patchbay.verticles.pods.PodSnapshots;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.WorkerExecutor;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The only writer of network-status, of the condition, and of Events. */
public final class StatusVerticle extends VerticleBase {

    private static final Logger LOG = LoggerFactory.getLogger(StatusVerticle.class);

    private static final int WRITERS = 8;

    private static final PatchContext STRATEGIC_MERGE =
            new PatchContext.Builder().withPatchType(PatchType.STRATEGIC_MERGE).build();

    private final Bus bus;
    private final KubernetesClient client;
    private final Clock clock;
    private final EventWriter events;

    private WorkerExecutor writers;
    private WorkerExecutor eventWriter;

    /** Creates the writer. */
    public StatusVerticle(Bus bus, KubernetesClient client, String nodeName, Clock clock) {
        this.bus = bus;
        this.client = client;
        this.clock = clock;
        this.events = new EventWriter(client, nodeName, clock);
    }

    @Override
    public Future<?> start() {
        writers = vertx.createSharedWorkerExecutor("patchbay-status", WRITERS);
        eventWriter = vertx.createSharedWorkerExecutor("patchbay-events", 1);
        bus.serve(Addresses.WRITE_STATUS, write -> writers.executeBlocking(() -> write(write), false));
        bus.listen(Addresses.EVENT, this::tell);
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        return Future.join(writers.close(), eventWriter.close());
    }

    private StatusWritten write(StatusWrite write) {
        var pod = write.pod();
        try {
            var written = client.genericKubernetesResources(PodSnapshots.RESOURCE)
                    .inNamespace(pod.namespace())
                    .withName(pod.name())
                    .subresource("status")
                    .patch(STRATEGIC_MERGE, StatusPatch.of(write, clock.instant()));
            return written == null ? new StatusWritten.PodGone() : new StatusWritten.Done(PodSnapshots.of(written));
        } catch (KubernetesClientException e) {
            return WriteFailures.outcome(e);
        }
    }

    private void tell(PodEvent event) {
        eventWriter
                .executeBlocking(() -> {
                    events.write(event);
                    return null;
                })
                .onFailure(e -> LOG.warn(
                        "the Event {} of pod {} was not written: {}", event.reason(), event.pod(), e.getMessage()));
    }
}

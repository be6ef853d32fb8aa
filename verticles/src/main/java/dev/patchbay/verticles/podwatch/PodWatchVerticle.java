package dev.patchbay.verticles.podwatch;

import dev.patchbay.verticles.bus.Addresses;
import dev.patchbay.verticles.bus.Bus;
import dev.patchbay.verticles.pods.PodSnapshots;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches NADs, then the pods of this node, and publishes what changed. NADs come first, so that no pod is told at start
 * that its network does not exist. An API server that is away is waited for without end.
 */
public final class PodWatchVerticle extends VerticleBase {

    private static final Logger LOG = LoggerFactory.getLogger(PodWatchVerticle.class);

    private final Bus bus;
    private final KubernetesClient client;
    private final String nodeName;
    private final AtomicBoolean synced = new AtomicBoolean();

    private SharedIndexInformer<GenericKubernetesResource> nads;
    private SharedIndexInformer<GenericKubernetesResource> pods;

    /** Creates the watch for the pods of {@code nodeName}. */
    public PodWatchVerticle(Bus bus, KubernetesClient client, String nodeName) {
        this.bus = bus;
        this.client = client;
        this.nodeName = nodeName;
    }

    /** Returns whether everything that existed at start has been seen. */
    public boolean isSynced() {
        return synced.get();
    }

    @Override
    public Future<?> start() {
        nads = client.genericKubernetesResources(Nads.CONTEXT)
                .inAnyNamespace()
                .runnableInformer(0)
                .exceptionHandler((started, e) -> retry("NetworkAttachmentDefinitions", e))
                .addEventHandler(new Handler<GenericKubernetesResource>(
                        nad -> bus.publish(Addresses.NAD_SEEN, Nads.of(nad)),
                        (before, after) -> bus.publish(Addresses.NAD_SEEN, Nads.of(after)),
                        nad -> bus.publish(Addresses.NAD_GONE, Nads.name(nad))));
        pods = client.genericKubernetesResources(PodSnapshots.RESOURCE)
                .inAnyNamespace()
                .withField("spec.nodeName", nodeName)
                .runnableInformer(0)
                .exceptionHandler((started, e) -> retry("pods", e))
                .addEventHandler(new Handler<GenericKubernetesResource>(
                        pod -> bus.publish(Addresses.POD_SEEN, PodSnapshots.of(pod)),
                        this::podChanged,
                        pod -> bus.publish(Addresses.POD_GONE, pod.getMetadata().getUid())));
        logFailure(nads.start().thenCompose(_ -> pods.start()).thenRun(this::listed));
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        nads.stop();
        pods.stop();
        return Future.succeededFuture();
    }

    private void podChanged(GenericKubernetesResource before, GenericKubernetesResource after) {
        if (!before.getMetadata().getUid().equals(after.getMetadata().getUid())) {
            bus.publish(Addresses.POD_GONE, before.getMetadata().getUid());
        }
        var snapshot = PodSnapshots.of(after);
        if (!snapshot.sameAs(PodSnapshots.of(before))) {
            bus.publish(Addresses.POD_SEEN, snapshot);
        }
    }

    private void listed() {
        var uids = pods.getStore().list().stream()
                .map(pod -> pod.getMetadata().getUid())
                .collect(Collectors.toUnmodifiableSet());
        LOG.info("watching {} pods of node {}", uids.size(), nodeName);
        synced.set(true);
        bus.publish(Addresses.PODS_LISTED, uids);
    }

    private static boolean retry(String what, Throwable e) {
        LOG.warn("the watch of {} failed and is begun again: {}", what, e.getMessage());
        return true;
    }

    private static void logFailure(CompletionStage<Void> start) {
        start.whenComplete((_, e) -> {
            if (e != null) {
                LOG.error("the watches could not be started", e);
            }
        });
    }
}

package dev.patchbay.verticles.ipam.kubernetes;

import dev.patchbay.verticles.ipam.block.Lease;
import dev.patchbay.verticles.ipam.block.Owner;
import dev.patchbay.verticles.ipam.engine.Gone;
import dev.patchbay.verticles.pods.PodSnapshots;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proves that pods are gone by asking the API server for each by name, live. Gone is a pod that is not there, that has
 * another UID by now, or whose containers have ended for good.
 */
public final class GonePods implements Gone {

    private static final Logger LOG = LoggerFactory.getLogger(GonePods.class);

    /** A pod from a file on a node has its own UID; the object that mirrors it has another, and names it here. */
    private static final String MIRRORED_UID = "kubernetes.io/config.hash";

    private final KubernetesClient client;
    private final WorkerExecutor worker;

    /** Creates the proof; the client blocks, so it works on a thread of its own. */
    public GonePods(Vertx vertx, KubernetesClient client) {
        this.client = client;
        this.worker = vertx.createSharedWorkerExecutor("patchbay-gone", 1);
    }

    @Override
    public Future<List<Lease>> among(Collection<Lease> leases) {
        var asked = List.copyOf(leases);
        return worker.executeBlocking(() -> {
            Map<String, Boolean> gone = new HashMap<>();
            return asked.stream()
                    .filter(lease -> lease.owner() instanceof Owner.PodOwner pod
                            && gone.computeIfAbsent(pod.uid(), _ -> isGone(pod)))
                    .toList();
        });
    }

    private boolean isGone(Owner.PodOwner owner) {
        if (owner.namespace().isEmpty() || owner.pod().isEmpty()) {
            return false;
        }
        try {
            var pod = client.genericKubernetesResources(PodSnapshots.RESOURCE)
                    .inNamespace(owner.namespace())
                    .withName(owner.pod())
                    .get();
            return pod == null
                    || !isOf(pod, owner.uid())
                    || PodSnapshots.of(pod).finished();
        } catch (KubernetesClientException e) {
            LOG.warn(
                    "it is not known whether pod {}/{} is gone, so its addresses stay: {}",
                    owner.namespace(),
                    owner.pod(),
                    e.getMessage());
            return false;
        }
    }

    private static boolean isOf(GenericKubernetesResource pod, String uid) {
        var annotations =
                Optional.ofNullable(pod.getMetadata().getAnnotations()).orElse(Map.of());
        return uid.equals(pod.getMetadata().getUid()) || uid.equals(annotations.get(MIRRORED_UID));
    }
}

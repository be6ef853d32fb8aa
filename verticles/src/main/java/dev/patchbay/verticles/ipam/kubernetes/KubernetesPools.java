package dev.patchbay.verticles.ipam.kubernetes;

import dev.patchbay.verticles.ipam.cni.NamedPools;
import dev.patchbay.verticles.ipam.cni.Supply;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Pools as IPPool objects, read live: an edit holds from the next address on. */
public final class KubernetesPools implements NamedPools {

    private static final ResourceDefinitionContext RESOURCE = new ResourceDefinitionContext.Builder()
            .withGroup("patchbay.dev")
            .withVersion("v1alpha1")
            .withKind("IPPool")
            .withPlural("ippools")
            .withNamespaced(false)
            .build();

    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private static final int WORKERS = 2;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final KubernetesClient client;
    private final WorkerExecutor workers;

    /** Creates the view; the client blocks, so it works on threads of its own. */
    public KubernetesPools(Vertx vertx, KubernetesClient client) {
        this.client = client;
        this.workers = vertx.createSharedWorkerExecutor("patchbay-pools", WORKERS);
    }

    @Override
    public Future<Supply> find(String name, Optional<String> namespace) {
        return workers.executeBlocking(() -> read(name, namespace), false);
    }

    /** What is to be told of a pool that is valid, given its status as it is. */
    @FunctionalInterface
    public interface Valid {

        /** Returns the status. */
        ObjectNode status(String name, Supply supply, JsonNode present);
    }

    /** What is to be told of a pool that is not, given its status as it is. */
    @FunctionalInterface
    public interface Invalid {

        /** Returns the status. */
        ObjectNode status(String reason, JsonNode present);
    }

    /** Writes the status of every pool, where it is another than before. */
    public Future<Void> report(Valid valid, Invalid invalid) {
        return workers.executeBlocking(
                () -> {
                    client.genericKubernetesResources(RESOURCE)
                            .list()
                            .getItems()
                            .forEach(pool -> report(pool, valid, invalid));
                    return null;
                },
                false);
    }

    private void report(GenericKubernetesResource object, Valid valid, Invalid invalid) {
        var name = object.getMetadata().getName();
        JsonNode present = MAPPER.valueToTree(object.<Object>get("status"));
        ObjectNode status;
        try {
            var pool = Pool.parse(name, MAPPER.valueToTree(object.<Object>get("spec")));
            status = valid.status(name, pool.supply(), present);
        } catch (PoolException e) {
            status = invalid.status(e.getMessage(), present);
        }
        if (!status.equals(present)) {
            var patch = MAPPER.createObjectNode();
            patch.set("status", status);
            client.genericKubernetesResources(RESOURCE)
                    .withName(name)
                    .subresource("status")
                    .patch(MERGE, patch.toString());
        }
    }

    private Supply read(String name, Optional<String> namespace) throws PoolException {
        var object = client.genericKubernetesResources(RESOURCE).withName(name).get();
        if (object == null) {
            throw new PoolException("there is no IPPool \"%s\"".formatted(name));
        }
        if (object.getMetadata().getDeletionTimestamp() != null) {
            throw new PoolException("IPPool \"%s\" is being deleted and gives no address any more".formatted(name));
        }
        var pool = Pool.parse(name, MAPPER.valueToTree(object.<Object>get("spec")));
        pool.requireNamespace(namespace);
        return pool.supply();
    }
}

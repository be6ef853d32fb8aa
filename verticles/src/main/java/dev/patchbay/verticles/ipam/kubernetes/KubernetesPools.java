package dev.patchbay.verticles.ipam.kubernetes;

import dev.patchbay.verticles.ipam.cni.NamedPools;
import dev.patchbay.verticles.ipam.cni.Supply;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Pools as IPPool objects, read live: an edit holds from the next address on. */
public final class KubernetesPools implements NamedPools {

    private static final ResourceDefinitionContext RESOURCE = new ResourceDefinitionContext.Builder()
            .withGroup("patchbay.dev")
            .withVersion("v1alpha1")
            .withKind("IPPool")
            .withPlural("ippools")
            .withNamespaced(false)
            .build();

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

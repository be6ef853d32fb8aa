package dev.patchbay.verticles.ipam.store;

import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockCodec;
import dev.patchbay.verticles.ipam.block.BlockFormatException;
import dev.patchbay.verticles.ipam.block.BlockKey;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * Blocks as AddressBlock objects, shared by all nodes of a cluster. The API server's optimistic lock
 * ({@code metadata.resourceVersion}) is the compare-and-swap; that an object's name can be created once is the claim.
 */
public final class KubernetesBlockStore implements BlockStore {

    private static final ResourceDefinitionContext RESOURCE = new ResourceDefinitionContext.Builder()
            .withGroup("patchbay.dev")
            .withVersion("v1alpha1")
            .withKind("AddressBlock")
            .withPlural("addressblocks")
            .withNamespaced(false)
            .build();

    private static final String SPEC = "spec";
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final long PAGE = 200;
    private static final int WORKERS = 4;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final KubernetesClient client;
    private final WorkerExecutor workers;

    /** Creates the store; the client blocks, so it works on threads of its own. */
    public KubernetesBlockStore(Vertx vertx, KubernetesClient client) {
        this.client = client;
        this.workers = vertx.createSharedWorkerExecutor("patchbay-blocks", WORKERS);
    }

    @Override
    public Future<Optional<StoredBlock>> read(BlockKey key) {
        return workers.executeBlocking(() -> readObject(key), false);
    }

    private Optional<StoredBlock> readObject(BlockKey key) throws UnreadableBlockException {
        var object = blocks().withName(key.objectName()).get();
        return object == null ? Optional.empty() : Optional.of(stored(object));
    }

    @Override
    public Future<Listing> ofNode(String node) {
        return list(BlockLabels.node(node));
    }

    @Override
    public Future<Listing> ofDomain(String domain) {
        return list(BlockLabels.domain(domain));
    }

    @Override
    public Future<Listing> all() {
        return list("");
    }

    @Override
    public Future<StoredBlock> write(Optional<StoredBlock> before, Block after) {
        return workers.executeBlocking(() -> writeObject(before, after), false);
    }

    private StoredBlock writeObject(Optional<StoredBlock> before, Block after) throws Exception {
        var object = new GenericKubernetesResourceBuilder()
                .withApiVersion("patchbay.dev/v1alpha1")
                .withKind("AddressBlock")
                .withNewMetadata()
                .withName(after.key().objectName())
                .withLabels(BlockLabels.of(after))
                .withResourceVersion(before.map(StoredBlock::version).orElse(null))
                .endMetadata()
                .addToAdditionalProperties(SPEC, MAPPER.convertValue(BlockCodec.write(after), HashMap.class))
                .build();
        var resource = blocks().resource(object);
        try {
            return stored(before.isEmpty() ? resource.create() : resource.update());
        } catch (KubernetesClientException e) {
            throw known(e, after.key());
        }
    }

    @Override
    public Future<Void> delete(StoredBlock block) {
        return workers.executeBlocking(() -> deleteObject(block), false);
    }

    private Void deleteObject(StoredBlock block) throws Exception {
        var key = block.block().key();
        try {
            client.raw(
                    "/apis/patchbay.dev/v1alpha1/addressblocks/" + key.objectName(),
                    "DELETE",
                    MAPPER.createObjectNode()
                            .put("kind", "DeleteOptions")
                            .put("apiVersion", "v1")
                            .set("preconditions", MAPPER.createObjectNode().put("resourceVersion", block.version())));
            return null;
        } catch (KubernetesClientException e) {
            throw known(e, key);
        }
    }

    /** An object that is gone was changed by another as well. */
    private static Exception known(KubernetesClientException e, BlockKey key) {
        return e.getCode() == CONFLICT || e.getCode() == NOT_FOUND ? new ConflictException(key) : e;
    }

    private MixedOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            blocks() {
        return client.genericKubernetesResources(RESOURCE);
    }

    /** A big cluster has many blocks: they come page by page. */
    private Future<Listing> list(String selector) {
        return workers.executeBlocking(() -> listPages(selector), false);
    }

    private Listing listPages(String selector) {
        var blocks = new ArrayList<StoredBlock>();
        var unreadable = new HashMap<BlockKey, String>();
        var token = "";
        do {
            var page = blocks().list(options(selector, token));
            for (var object : page.getItems()) {
                try {
                    blocks.add(stored(object));
                } catch (UnreadableBlockException e) {
                    BlockKey.ofObjectName(object.getMetadata().getName())
                            .ifPresent(key -> unreadable.put(key, e.getMessage()));
                }
            }
            token = Objects.toString(page.getMetadata().getContinue(), "");
        } while (!token.isEmpty());
        return new Listing(blocks, unreadable);
    }

    private static ListOptions options(String selector, String token) {
        var options = new ListOptionsBuilder().withLimit(PAGE);
        if (!selector.isEmpty()) {
            options.withLabelSelector(selector);
        }
        if (!token.isEmpty()) {
            options.withContinue(token);
        }
        return options.build();
    }

    private static StoredBlock stored(GenericKubernetesResource object) throws UnreadableBlockException {
        var name = object.getMetadata().getName();
        try {
            var block = BlockCodec.read(MAPPER.valueToTree(object.<Object>get(SPEC)));
            if (!block.key().objectName().equals(name)) {
                throw new UnreadableBlockException(
                        "AddressBlock %s holds another block: %s".formatted(name, block.key()));
            }
            return new StoredBlock(block, object.getMetadata().getResourceVersion());
        } catch (BlockFormatException e) {
            throw new UnreadableBlockException(
                    "AddressBlock %s cannot be understood: %s".formatted(name, e.getMessage()));
        }
    }
}

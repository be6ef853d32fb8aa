package dev.patchbay.it.api;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A small API server in this process: create, get, list, watch (from a version on, without a gap), replace, patch, delete,
 * with the rules of a real one that the product relies on. A patch of {@code pods/status} changes annotations and status
 * and nothing else, merges conditions by type, and is refused with 422 where it names another UID.
 */
public final class InProcessApiServer implements ApiServer {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final long LIMIT_SECONDS = 10;

    private final Vertx vertx = Vertx.vertx();
    private final ObjectStore store = new ObjectStore();
    private final AtomicReference<Optional<Fault>> fault = new AtomicReference<>(Optional.empty());
    private final Path kubeconfig;
    private final KubernetesClient client;
    private HttpServer server;
    private int port;

    /** A request to be answered with an error, once for each that matches, as long as it is set. */
    public record Fault(Predicate<String> requestLine, int status) {}

    private InProcessApiServer(Path dir) throws IOException {
        start();
        kubeconfig = Files.writeString(dir.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: patchbay, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: admin, user: {}}]
                contexts: [{name: patchbay, context: {cluster: patchbay, user: admin}}]
                current-context: patchbay
                """.formatted(port));
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                .build();
    }

    /** Starts a server whose kubeconfig is written into {@code dir}. */
    public static InProcessApiServer start(Path dir) {
        try {
            return new InProcessApiServer(dir);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    @Override
    public Path kubeconfig() {
        return kubeconfig;
    }

    @Override
    public KubernetesClient client() {
        return client;
    }

    /** Answers requests that match with an error, until the next call. */
    public void failWith(Optional<Fault> next) {
        fault.set(next);
    }

    @Override
    public void start() {
        server = vertx.createHttpServer(new HttpServerOptions().setMaxWebSocketFrameSize(1 << 22))
                .requestHandler(this::handle);
        port = await(server.listen(port, "127.0.0.1")).actualPort();
    }

    @Override
    public void stop() {
        await(server.close());
    }

    @Override
    public void close() {
        client.close();
        await(vertx.close());
    }

    private void handle(HttpServerRequest request) {
        var line = request.method() + " " + request.path();
        var failure = fault.get().filter(f -> f.requestLine().test(line));
        var path = ResourcePath.parse(request.path());
        if (failure.isPresent()) {
            answer(request, failure.get().status(), status(failure.get().status(), "InternalError", "injected fault"));
        } else if (Discovery.answer(request.path()).isPresent()) {
            answer(request, 200, Discovery.answer(request.path()).get());
        } else if (path.isEmpty()) {
            answer(request, 404, status(404, "NotFound", "no such path: " + request.path()));
        } else if (request.getParam("watch", "false").equals("true")) {
            watch(request, path.get());
        } else {
            request.body().onSuccess(body -> {
                try {
                    serve(request, path.get(), body);
                } catch (JacksonException e) {
                    answer(request, 400, status(400, "BadRequest", e.getMessage()));
                }
            });
        }
    }

    private void serve(HttpServerRequest request, ResourcePath path, Buffer body) throws JacksonException {
        var key = new ObjectStore.Key(path.type(), path.namespace(), path.name());
        switch (request.method().name()) {
            case "GET" -> {
                if (path.name().isEmpty()) {
                    answer(request, 200, list(path, selector(request)));
                } else {
                    found(request, 200, store.get(key));
                }
            }
            case "POST" -> create(request, path, object(body));
            case "PUT" -> replace(request, key, object(body));
            case "PATCH" -> patch(request, path, key, object(body));
            case "DELETE" -> delete(request, key, body);
            default ->
                answer(
                        request,
                        405,
                        status(405, "MethodNotAllowed", request.method().name()));
        }
    }

    private void create(HttpServerRequest request, ResourcePath path, ObjectNode object) {
        var name = object.path("metadata").path("name").asString("");
        var created = store.create(new ObjectStore.Key(path.type(), path.namespace(), name), object);
        if (created.isPresent()) {
            answer(request, 201, created.get());
        } else {
            answer(request, 409, status(409, "AlreadyExists", name + " already exists"));
        }
    }

    /** Every writer that names a version names the one that it has seen. */
    private void replace(HttpServerRequest request, ObjectStore.Key key, ObjectNode replacement) {
        synchronized (store) {
            if (isOld(key, replacement.path("metadata"))) {
                answer(request, 409, status(409, "Conflict", key.name() + ": the object has been modified"));
            } else {
                found(request, 200, store.update(key, _ -> replacement));
            }
        }
    }

    private void delete(HttpServerRequest request, ObjectStore.Key key, Buffer body) throws JacksonException {
        synchronized (store) {
            if (body.length() > 0 && isOld(key, object(body).path("preconditions"))) {
                answer(request, 409, status(409, "Conflict", key.name() + ": the precondition failed"));
            } else {
                found(request, 200, store.delete(key));
            }
        }
    }

    private boolean isOld(ObjectStore.Key key, JsonNode conditions) {
        var wanted = conditions.path("resourceVersion").asString("");
        return !wanted.isEmpty()
                && store.get(key)
                        .filter(present -> !present.path("metadata")
                                .path("resourceVersion")
                                .asString("")
                                .equals(wanted))
                        .isPresent();
    }

    private static Predicate<JsonNode> selector(HttpServerRequest request) {
        return Selectors.fields(request.getParam("fieldSelector", ""))
                .and(Selectors.labels(request.getParam("labelSelector", "")));
    }

    private void patch(HttpServerRequest request, ResourcePath path, ObjectStore.Key key, ObjectNode patch) {
        var uid = patch.path("metadata").path("uid").asString("");
        var present = store.get(key);
        if (present.isPresent()
                && !uid.isEmpty()
                && !uid.equals(present.get().path("metadata").path("uid").asString(""))) {
            answer(request, 422, status(422, "Invalid", "metadata.uid: Invalid value: field is immutable"));
            return;
        }
        boolean strategic = request.getHeader("Content-Type").startsWith("application/strategic-merge-patch+json");
        found(request, 200, store.update(key, object -> {
            var allowed = path.subresource().equals("status") ? statusPart(patch) : patch;
            return strategic ? Patches.strategicMerge(object, allowed) : Patches.merge(object, allowed);
        }));
    }

    private static ObjectNode statusPart(ObjectNode patch) {
        var part = MAPPER.createObjectNode();
        if (patch.path("metadata").has("annotations")) {
            part.putObject("metadata").set("annotations", patch.path("metadata").get("annotations"));
        }
        if (patch.has("status")) {
            part.set("status", patch.get("status"));
        }
        return part;
    }

    private ObjectNode list(ResourcePath path, Predicate<JsonNode> selector) {
        var list =
                MAPPER.createObjectNode().put("apiVersion", path.apiVersion()).put("kind", "List");
        synchronized (store) {
            list.putObject("metadata").put("resourceVersion", Long.toString(store.version()));
            var items = list.putArray("items");
            store.list(path.type(), path.namespace()).stream().filter(selector).forEach(items::add);
        }
        return list;
    }

    private void watch(HttpServerRequest request, ResourcePath path) {
        var selector = selector(request);
        long since = Long.parseLong(request.getParam("resourceVersion", "0"));
        Predicate<ObjectStore.Event> wanted = event -> event.type().equals(path.type())
                && (path.namespace().isEmpty()
                        || event.object()
                                .path("metadata")
                                .path("namespace")
                                .asString("")
                                .equals(path.namespace()))
                && selector.test(event.object());
        WatchStream.open(request, store, since, wanted);
    }

    private static void found(HttpServerRequest request, int code, Optional<ObjectNode> object) {
        if (object.isPresent()) {
            answer(request, code, object.get());
        } else {
            answer(request, 404, status(404, "NotFound", request.path() + " not found"));
        }
    }

    private static ObjectNode object(Buffer body) throws JacksonException {
        return (ObjectNode) MAPPER.readTree(body.toString());
    }

    private static ObjectNode status(int code, String reason, String message) {
        return MAPPER.createObjectNode()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("status", "Failure")
                .put("reason", reason)
                .put("message", message)
                .put("code", code);
    }

    private static void answer(HttpServerRequest request, int code, ObjectNode body) {
        request.response()
                .setStatusCode(code)
                .putHeader("Content-Type", "application/json")
                .end(body.toString());
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}

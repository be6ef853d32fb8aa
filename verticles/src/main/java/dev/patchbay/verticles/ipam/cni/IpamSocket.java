package dev.patchbay.verticles.ipam.cni;

import dev.patchbay.verticles.ipam.engine.AddressAuthority;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** The unix socket that the IPAM plugin talks to: {@code POST /cni}, for root only. */
public final class IpamSocket {

    private static final Logger LOG = LoggerFactory.getLogger(IpamSocket.class);

    /** What the plugin sends at most. */
    private static final int MAX_HEAD = 32 * 1024;

    private static final int MAX_BODY = 1 << 20;
    private static final int BACKLOG = 1024;

    private final Path path;
    private final HttpServer server;
    private final IpamCalls calls;
    private final Vertx vertx;

    /** Creates the socket; it must be opened, on the authority's event loop. */
    public IpamSocket(
            Vertx vertx,
            Path path,
            AddressAuthority authority,
            NamedPools pools,
            Duration reuseDelay,
            String node,
            Clock clock) {
        this.vertx = vertx;
        this.path = path;
        this.calls = new IpamCalls(authority, new Supplies(pools, reuseDelay), node, clock);
        this.server = vertx.createHttpServer(
                        new HttpServerOptions().setMaxHeaderSize(MAX_HEAD).setAcceptBacklog(BACKLOG))
                .requestHandler(this::handle);
    }

    /** Opens it. A socket that a former run left is replaced. */
    public Future<Void> open() {
        return vertx.<Void>executeBlocking(() -> {
                    prepare(path);
                    return null;
                })
                .compose(_ -> server.listen(SocketAddress.domainSocketAddress(path.toString())))
                .compose(_ -> vertx.<Void>executeBlocking(() -> {
                    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
                    return null;
                }))
                .onSuccess(_ -> LOG.info("the IPAM plugin is served at {}", path));
    }

    /** The folder is closed to others, so that nobody can be faster than the socket's own permissions. */
    private static void prepare(Path path) throws IOException {
        if (!Files.isDirectory(path.getParent())) {
            Files.createDirectories(
                    path.getParent(),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Files.deleteIfExists(path);
    }

    /** Closes it; calls that are being answered are answered. */
    public Future<Void> close() {
        return server.shutdown();
    }

    private void handle(HttpServerRequest request) {
        if (!request.method().equals(HttpMethod.POST) || !request.path().equals("/cni")) {
            request.response().setStatusCode(404).end("served here: POST /cni\n");
            return;
        }
        request.body().onSuccess(body -> {
            if (body.length() > MAX_BODY) {
                request.response().setStatusCode(413).end();
            } else {
                answer(request, body.toString());
            }
        });
    }

    private void answer(HttpServerRequest request, String body) {
        try {
            var call = CniRequest.of(name -> Optional.ofNullable(request.getHeader(name)), body);
            calls.answer(call).onSuccess(text -> request.response().end(text)).onFailure(e -> refuse(request, call, e));
        } catch (CniFailure e) {
            request.response().setStatusCode(400).end(e.json("1.1.0").toString());
        }
    }

    private static void refuse(HttpServerRequest request, CniRequest call, Throwable e) {
        var failure = e instanceof CniFailure known
                ? known
                : new CniFailure(CniFailure.TRY_AGAIN, String.valueOf(e.getMessage()));
        LOG.warn(
                "{} of {} in container {} (network {}, pod {}/{}): {}",
                call.command(),
                call.ifname(),
                call.containerId(),
                call.network(),
                call.args().getOrDefault("K8S_POD_NAMESPACE", ""),
                call.args().getOrDefault("K8S_POD_NAME", ""),
                failure.getMessage());
        JsonNode json = failure.json(call.cniVersion());
        request.response()
                .setStatusCode(failure.code() == CniFailure.TRY_AGAIN ? 503 : 409)
                .end(json.toString());
    }
}

package dev.patchbay.verticles.http;

import dev.patchbay.verticles.config.PatchbayConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server. */
public final class HttpVerticle extends VerticleBase {

    private static final Logger LOG = LoggerFactory.getLogger(HttpVerticle.class);

    private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private static final Set<HttpMethod> SERVED = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private final PatchbayConfig.Http config;
    private final PrometheusMeterRegistry meters;
    private final List<Readiness> readiness;

    private HttpServer server;

    /** Creates the server. */
    public HttpVerticle(PatchbayConfig.Http config, PrometheusMeterRegistry meters, List<Readiness> readiness) {
        this.config = config;
        this.meters = meters;
        this.readiness = List.copyOf(readiness);
    }

    @Override
    public Future<?> start() {
        server = vertx.createHttpServer().requestHandler(this::handle);
        return server.listen(config.port(), config.host()).compose(listening -> {
            LOG.info("listening on {}:{}", config.host(), listening.actualPort());
            return config.portFile().isEmpty()
                    ? Future.succeededFuture()
                    : vertx.executeBlocking(() -> PortFile.write(Path.of(config.portFile()), listening.actualPort()));
        });
    }

    @Override
    public Future<?> stop() {
        return server.close();
    }

    private void handle(HttpServerRequest request) {
        if (!SERVED.contains(request.method())) {
            answer(request, 405, "only GET is served here\n");
            return;
        }
        switch (request.path()) {
            case "/healthz" -> answer(request, 200, "ok\n");
            case "/readyz" -> ready(request);
            case "/metrics" ->
                vertx.executeBlocking(() -> meters.scrape())
                        .onSuccess(text -> {
                            request.response().putHeader("Content-Type", PROMETHEUS_TEXT);
                            answer(request, 200, text);
                        })
                        .onFailure(e -> answer(request, 500, e.getMessage() + "\n"));
            default -> answer(request, 404, "served here: /healthz, /readyz, /metrics\n");
        }
    }

    private void ready(HttpServerRequest request) {
        var checks = readiness.stream()
                .map(r -> r.check()
                        .transform(result -> Future.succeededFuture(
                                result.succeeded()
                                        ? ""
                                        : r.name() + ": " + result.cause().getMessage() + "\n")))
                .toList();
        Future.all(checks).onComplete(all -> {
            var troubles = String.join("", all.result().<String>list());
            answer(request, troubles.isEmpty() ? 200 : 503, troubles.isEmpty() ? "ok\n" : troubles);
        });
    }

    private static void answer(HttpServerRequest request, int status, String text) {
        request.response().setStatusCode(status).end(text);
    }
}

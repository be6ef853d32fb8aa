package dev.patchbay.verticles.main;

import dev.patchbay.cri.CriClient;
import dev.patchbay.verticles.agent.AgentVerticle;
import dev.patchbay.verticles.bus.Bus;
import dev.patchbay.verticles.config.PatchbayConfig;
import dev.patchbay.verticles.http.HttpVerticle;
import dev.patchbay.verticles.http.Readiness;
import dev.patchbay.verticles.podwatch.PodWatchVerticle;
import dev.patchbay.verticles.reconcile.ReconcilerVerticle;
import dev.patchbay.verticles.status.StatusVerticle;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running program: its verticles, put together by hand. */
final class Patchbay {

    private static final Logger LOG = LoggerFactory.getLogger(Patchbay.class);

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final KubernetesClient client;
    private final CriClient cri;
    private final RecordsLock lock;
    private final Duration drainLimit;
    private final List<String> deployments = new ArrayList<>();

    private Patchbay(Parts parts, Duration drainLimit) {
        this.vertx = parts.vertx();
        this.client = parts.client();
        this.cri = parts.cri();
        this.lock = parts.lock();
        this.drainLimit = drainLimit;
    }

    /** Starts everything. The API server and the container runtime may be away: they are waited for while running. */
    static Patchbay start(PatchbayConfig config) throws StartException {
        var parts = Parts.create(config);
        var vertx = parts.vertx();
        var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ProcessMeters.bindTo(meters);
        var bus = Bus.create(vertx);
        var clock = Clock.systemUTC();
        var watch = new PodWatchVerticle(bus, parts.client(), config.nodeName());
        var patchbay = new Patchbay(parts, config.shutdownTimeout());
        try {
            WarmUp.run(parts.namespaces(), parts.cri());
            patchbay.deploy(() -> new HttpVerticle(config.http(), meters, readiness(watch, parts.cri())));
            patchbay.deploy(() -> new StatusVerticle(bus, parts.client(), config.nodeName(), clock));
            if (config.ipam().enabled()) {
                patchbay.deploy(() -> parts.ipam(config, clock));
                if (config.ipam().store() == PatchbayConfig.Ipam.Store.kubernetes) {
                    patchbay.deploy(() -> parts.chores(config, clock));
                }
            }
            patchbay.deploy(() -> new AgentVerticle(bus, config, parts.agent(meters)));
            patchbay.deploy(() -> new ReconcilerVerticle(bus, config, clock, RandomGenerator.getDefault(), meters));
            patchbay.deploy(() -> watch);
            return patchbay;
        } catch (StartException e) {
            patchbay.stop();
            throw e;
        }
    }

    private static List<Readiness> readiness(PodWatchVerticle watch, CriClient cri) {
        return List.of(
                Check.of(
                        "API server",
                        () -> watch.isSynced()
                                ? Future.succeededFuture()
                                : Future.failedFuture(
                                        "pods and NetworkAttachmentDefinitions have not been listed yet")),
                Check.of("container runtime", cri::version));
    }

    private record Check(String name, Supplier<Future<?>> question) implements Readiness {

        static Readiness of(String name, Supplier<Future<?>> question) {
            return new Check(name, question);
        }

        @Override
        public Future<?> check() {
            return question.get();
        }
    }

    private void deploy(Supplier<Deployable> verticle) throws StartException {
        deployments.add(await(vertx.deployVerticle(verticle.get()), START_LIMIT));
    }

    /**
     * Stops: no new work is begun, work that runs is finished, within the configured time. The verticles stop in reverse
     * order of their start.
     */
    void stop() {
        LOG.info("stopping: work that runs is finished first");
        for (int i = deployments.size() - 1; i >= 0; i--) {
            quietly(vertx.undeploy(deployments.get(i)), drainLimit);
        }
        quietly(cri.close(), CLOSE_LIMIT);
        client.close();
        quietly(vertx.close(), CLOSE_LIMIT);
        lock.close();
        LOG.info("stopped");
    }

    private static <T> T await(Future<T> future, Duration limit) throws StartException {
        try {
            return future.toCompletionStage().toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new StartException("it could not start: " + e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new StartException("it could not start within %d s".formatted(limit.toSeconds()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("the start was interrupted", e);
        }
    }

    private static void quietly(Future<?> future, Duration limit) {
        try {
            await(future, limit);
        } catch (StartException e) {
            LOG.warn("while stopping: {}", e.getMessage());
        }
    }
}

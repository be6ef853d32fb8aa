package dev.patchbay.verticles.main;

import dev.patchbay.verticles.config.PatchbayConfig;
import dev.patchbay.verticles.ipam.IpamVerticle;
import dev.patchbay.verticles.ipam.cni.NamedPools;
import dev.patchbay.verticles.ipam.engine.Gone;
import dev.patchbay.verticles.ipam.store.FileBlockStore;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.ExecutionException;

/** The IPAM for one machine's container runtime, without Kubernetes: addresses are recorded in files. */
final class IpamAlone {

    private final Vertx vertx;

    private IpamAlone(Vertx vertx) {
        this.vertx = vertx;
    }

    static IpamAlone start(PatchbayConfig config) throws StartException {
        var vertx = Parts.vertx(1);
        var ipam = config.ipam();
        try {
            var store = FileBlockStore.open(vertx, ipam.directory());
            vertx.deployVerticle(new IpamVerticle(
                            ipam,
                            config.sweep(),
                            config.nodeName(),
                            store,
                            NamedPools.none(),
                            Gone.never(),
                            Clock.systemUTC()))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get();
            return new IpamAlone(vertx);
        } catch (IOException e) {
            vertx.close();
            throw new StartException("ipam.directory %s cannot be used: %s".formatted(ipam.directory(), e), e);
        } catch (ExecutionException e) {
            vertx.close();
            throw new StartException("it could not start: " + e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("the start was interrupted", e);
        }
    }

    /** Calls that are being answered are answered. */
    void stop() {
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            // The process ends anyway.
        }
    }
}

package dev.patchbay.verticles.ipam.chores;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does the chores every now and then, where this node is the one to do them; never two turns at once. */
public final class ChoresVerticle extends VerticleBase {

    private static final Logger LOG = LoggerFactory.getLogger(ChoresVerticle.class);

    private final Supplier<Leadership> election;
    private final ClusterChores chores;
    private final Duration pause;

    private Leadership leadership;
    private boolean busy;

    /**
     * Creates it.
     *
     * @param election runs for the leadership; called once, as it asks the API server
     */
    public ChoresVerticle(Supplier<Leadership> election, ClusterChores chores, Duration pause) {
        this.election = election;
        this.chores = chores;
        this.pause = pause;
    }

    @Override
    public Future<?> start() {
        return vertx.executeBlocking(election::get).onSuccess(elected -> {
            leadership = elected;
            vertx.setPeriodic(pause.toMillis(), _ -> turn());
        });
    }

    private void turn() {
        if (busy || !leadership.leads()) {
            return;
        }
        busy = true;
        chores.run()
                .onFailure(
                        e -> LOG.warn("the chores of the IPAM were not done, and are tried again: {}", e.getMessage()))
                .onComplete(_ -> busy = false);
    }

    @Override
    public Future<?> stop() {
        return vertx.executeBlocking(() -> {
            leadership.close();
            return null;
        });
    }
}

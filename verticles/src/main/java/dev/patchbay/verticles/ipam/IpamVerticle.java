package dev.patchbay.verticles.ipam;

import dev.patchbay.verticles.config.PatchbayConfig;
import dev.patchbay.verticles.ipam.cni.IpamSocket;
import dev.patchbay.verticles.ipam.cni.NamedPools;
import dev.patchbay.verticles.ipam.engine.AddressAuthority;
import dev.patchbay.verticles.ipam.engine.AuthorityOptions;
import dev.patchbay.verticles.ipam.engine.Gone;
import dev.patchbay.verticles.ipam.store.BlockStore;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shared IPAM on this node. It serves the plugin from the moment on that it has learnt which addresses this node has;
 * until the store answers, the plugin is told to try again.
 */
public final class IpamVerticle extends VerticleBase {

    private static final Logger LOG = LoggerFactory.getLogger(IpamVerticle.class);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    /** A pod may be younger in the API server's answers than its sandbox's first call. */
    private static final Duration MIN_AGE = Duration.ofSeconds(10);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final PatchbayConfig.Ipam config;
    private final Duration sweep;
    private final String node;
    private final BlockStore store;
    private final NamedPools pools;
    private final Gone gone;
    private final Clock clock;

    private Optional<IpamSocket> socket = Optional.empty();
    private boolean stopped;

    /** Creates the IPAM of a node. */
    public IpamVerticle(
            PatchbayConfig.Ipam config,
            Duration sweep,
            String node,
            BlockStore store,
            NamedPools pools,
            Gone gone,
            Clock clock) {
        this.config = config;
        this.sweep = sweep;
        this.node = node;
        this.store = store;
        this.pools = pools;
        this.gone = gone;
        this.clock = clock;
    }

    @Override
    public Future<?> start() {
        var authority = new AddressAuthority(
                (pause, then) -> vertx.setTimer(pause.toMillis(), _ -> then.run()),
                store,
                gone,
                clock,
                new AuthorityOptions(node, config.borrow()));
        begin(authority, FIRST_PAUSE);
        return Future.succeededFuture();
    }

    /** A store that does not answer at start, e.g. as its resources are not installed, stops nothing else. */
    private void begin(AddressAuthority authority, Duration pause) {
        authority.start().compose(_ -> open(authority)).onFailure(e -> {
            LOG.warn("the IPAM cannot be served yet, and is tried again: {}", e.getMessage());
            var next = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            vertx.setTimer(pause.toMillis(), _ -> {
                if (!stopped) {
                    begin(authority, next);
                }
            });
        });
    }

    private Future<Void> open(AddressAuthority authority) {
        var opened = new IpamSocket(vertx, config.socket(), authority, pools, config.reuseDelay(), node, clock);
        vertx.setPeriodic(sweep.toMillis(), _ -> collect(authority));
        return opened.open().onSuccess(_ -> socket = Optional.of(opened));
    }

    /** A DEL that never came, e.g. over a reboot, must not cost an address. */
    private void collect(AddressAuthority authority) {
        authority
                .collect(MIN_AGE)
                .onSuccess(leases -> leases.forEach(lease -> LOG.info(
                        "{} is free again: {} is gone",
                        lease.address(),
                        lease.owner().key())))
                .onFailure(e -> LOG.warn("addresses of pods that are gone were not freed: {}", e.getMessage()));
    }

    @Override
    public Future<?> stop() {
        stopped = true;
        return socket.map(IpamSocket::close).orElseGet(Future::succeededFuture);
    }
}

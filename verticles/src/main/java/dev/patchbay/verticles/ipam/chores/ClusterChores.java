package dev.patchbay.verticles.ipam.chores;

import dev.patchbay.verticles.ipam.engine.Gone;
import dev.patchbay.verticles.ipam.kubernetes.KubernetesPools;
import dev.patchbay.verticles.ipam.store.BlockStore;
import dev.patchbay.verticles.ipam.store.StoredBlock;
import io.vertx.core.Future;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One turn of the chores: free what the dead hold, then tell how full the pools are. */
public final class ClusterChores {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterChores.class);

    private final BlockStore store;
    private final KubernetesPools pools;
    private final Collector collector;
    private final Clock clock;

    /** Creates the chores over the cluster's blocks and pools. */
    public ClusterChores(BlockStore store, KubernetesPools pools, Gone gone, Clock clock) {
        this.store = store;
        this.pools = pools;
        this.collector = new Collector(store, gone, clock);
        this.clock = clock;
    }

    /** Does them once; fails where the API server does not answer. */
    public Future<Void> run() {
        return store.all()
                .compose(listing -> {
                    listing.unreadable().forEach((key, why) -> LOG.warn("nothing is given from {}: {}", key, why));
                    return collector.collect(listing.blocks());
                })
                .compose(_ -> store.all())
                .compose(listing -> {
                    var blocks =
                            listing.blocks().stream().map(StoredBlock::block).toList();
                    return pools.report(
                            (name, supply, present) -> PoolReport.of(name, supply, blocks, present, clock.instant()),
                            (reason, present) -> PoolReport.invalid(reason, present, clock.instant()));
                });
    }
}

package dev.patchbay.verticles.ipam.chores;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which node does the chores: the one that holds the Lease. Two that think so for a moment do no harm, as every write is a
 * compare-and-swap; one is enough.
 */
public final class Leadership implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

    private static final String LEASE = "patchbay-chores";
    private static final Duration LEASE_DURATION = Duration.ofSeconds(30);
    private static final Duration RENEW_DEADLINE = Duration.ofSeconds(20);
    private static final Duration RETRY_PERIOD = Duration.ofSeconds(5);

    private final AtomicBoolean leads = new AtomicBoolean();
    private final CompletableFuture<?> election;

    /** Runs for it, without end. */
    public Leadership(KubernetesClient client, String namespace, String node) {
        var callbacks = new LeaderCallbacks(
                () -> {
                    LOG.info("this node does the chores of the IPAM now");
                    leads.set(true);
                },
                () -> leads.set(false),
                leader -> LOG.info("the chores of the IPAM are done by {}", leader));
        var config = new LeaderElectionConfigBuilder()
                .withName(LEASE)
                .withLock(new LeaseLock(namespace, LEASE, node))
                .withLeaseDuration(LEASE_DURATION)
                .withRenewDeadline(RENEW_DEADLINE)
                .withRetryPeriod(RETRY_PERIOD)
                .withReleaseOnCancel(true)
                .withLeaderCallbacks(callbacks)
                .build();
        this.election = client.leaderElector().withConfig(config).build().start();
    }

    /** Returns whether this node does them. */
    public boolean leads() {
        return leads.get();
    }

    @Override
    public void close() {
        election.cancel(true);
    }
}

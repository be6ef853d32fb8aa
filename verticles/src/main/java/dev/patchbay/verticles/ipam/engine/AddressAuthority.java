package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.block.Lease;
import dev.patchbay.verticles.ipam.block.Release;
import dev.patchbay.verticles.ipam.store.BlockStore;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives addresses out for one node. Requests that come while a write is on its way are written together by the next one.
 * Nothing is answered before it is durable. All methods belong to one event loop.
 */
public final class AddressAuthority {

    private static final Logger LOG = LoggerFactory.getLogger(AddressAuthority.class);

    /** How many requests are written together at most. */
    private static final int BATCH = 256;

    /** How long is waited before a store is asked again that did not answer. */
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final Pauses pauses;
    private final BlockStore store;
    private final Gone gone;
    private final Clock clock;
    private final AuthorityOptions options;
    private final Knowledge knowledge;

    private final Queue<Job> waiting = new ArrayDeque<>();
    private final Queue<Giving> giving = new ArrayDeque<>();
    private boolean busy;

    /** Creates the authority of a node; it must be started. */
    public AddressAuthority(Pauses pauses, BlockStore store, Gone gone, Clock clock, AuthorityOptions options) {
        this.pauses = pauses;
        this.store = store;
        this.gone = gone;
        this.clock = clock;
        this.options = options;
        this.knowledge = new Knowledge(options.node());
    }

    /** Learns what this node has from before. Nothing is to be asked of it earlier. */
    public Future<Void> start() {
        return store.ofNode(options.node())
                .onSuccess(listing -> knowledge.saw(listing, clock.instant()))
                .mapEmpty();
    }

    /** Takes addresses; fails with {@link StoreUnavailableException} where the store did not answer in time. */
    public Future<Answer> allocate(AddressRequest request) {
        var job = new Job(request);
        waiting.add(job);
        turn();
        return job.answer().future();
    }

    /** Gives addresses of this node back; returns which. Fails where the store does not answer. */
    public Future<List<Lease>> release(Release release) {
        return giveBack(Giving.of(release));
    }

    private Future<List<Lease>> giveBack(Giving leases) {
        giving.add(leases);
        turn();
        return leases.done().future();
    }

    /**
     * Gives back what owners hold that are gone, among the leases that this node has made at least {@code age} ago.
     *
     * @return what was given back
     */
    public Future<List<Lease>> collect(Duration age) {
        var before = clock.instant().minus(age);
        var candidates = new HashMap<Lease, BlockKey>();
        knowledge
                .ours()
                .forEach(stored -> stored.block().leases().stream()
                        .filter(lease -> lease.node().equals(options.node())
                                && lease.since().isBefore(before))
                        .forEach(lease -> candidates.put(lease, stored.block().key())));
        return gone.among(candidates.keySet()).compose(dead -> {
            var back = dead.stream()
                    .map(lease -> giveBack(Giving.of(candidates.get(lease), lease)))
                    .toList();
            return Future.join(back).map(_ -> dead);
        });
    }

    /** Tries whether the store answers; fails where it does not. */
    public Future<Void> probe() {
        return store.ofNode(options.node()).mapEmpty();
    }

    /** Returns the leases that this node has made, as they were seen last. */
    public List<Lease> leases() {
        return knowledge.ours().stream()
                .flatMap(stored -> stored.block().leases().stream())
                .filter(lease -> lease.node().equals(options.node()))
                .toList();
    }

    private void turn() {
        if (busy || (waiting.isEmpty() && giving.isEmpty())) {
            return;
        }
        busy = true;
        var round = new Round(store, knowledge, clock.instant());
        for (var leases = giving.poll(); leases != null; leases = giving.poll()) {
            round.add(leases);
        }
        for (int i = 0; i < BATCH && !waiting.isEmpty(); i++) {
            plan(round, waiting.remove());
        }
        round.run().onComplete(_ -> {
            knowledge.tidy();
            again(round);
        });
    }

    private void plan(Round round, Job job) {
        if (job.isOver(round.now())) {
            job.answer().fail(new StoreUnavailableException(job.trouble()));
        } else if (job.wantsListing()) {
            round.listFor(job);
        } else {
            var planner = new Planner(options.node(), round.now(), job.isListed(), options.borrow());
            switch (planner.plan(round.view(), job.request())) {
                case Step.Grant grant -> round.add(job, grant);
                case Step.Look look -> round.look(job, look.key());
                case Step.LookAround _ -> round.listFor(job);
                case Step.Refuse refuse -> refuse(job, refuse.answer(), round.view());
            }
        }
    }

    /** What did not come to its end is tried again: at once, or after a pause where the store did not answer. */
    private void again(Round round) {
        waiting.addAll(round.again());
        giving.addAll(round.givenAgain());
        if (round.hadTrouble()) {
            pauses.after(PAUSE, () -> {
                busy = false;
                turn();
            });
        } else {
            busy = false;
            turn();
        }
    }

    /** Before anything is refused, what dead owners hold is taken from them: once for a request. */
    private void refuse(Job job, Answer.Refused answer, View view) {
        var candidates = Garbage.candidates(answer, job.request(), view);
        if (candidates.isEmpty() || !job.mayCollect()) {
            undo(job).onComplete(_ -> job.answer().complete(answer));
            return;
        }
        gone.among(candidates.keySet())
                .compose(dead -> Future.join(dead.stream()
                        .map(lease -> giveBack(Giving.of(candidates.get(lease), lease)))
                        .toList()))
                .onFailure(e -> LOG.warn("dead owners' addresses were not looked for: {}", e.getMessage()))
                .onComplete(_ -> {
                    waiting.add(job);
                    turn();
                });
    }

    /** All or none: what was written for a part of a request goes back. */
    private Future<?> undo(Job job) {
        var back = new ArrayList<Future<?>>();
        job.written().forEach((lease, block) -> back.add(giveBack(Giving.of(block, lease))));
        return Future.join(back)
                .onFailure(e -> LOG.warn("addresses of a refused request were not given back: {}", e.getMessage()));
    }
}

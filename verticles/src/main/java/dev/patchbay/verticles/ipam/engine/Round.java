package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.store.BlockStore;
import dev.patchbay.verticles.ipam.store.ConflictException;
import dev.patchbay.verticles.ipam.store.UnreadableBlockException;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is planned together and then done together: reads, lists, and one write for each block that changes. Confined to
 * the authority's thread.
 */
final class Round {

    private final BlockStore store;
    private final Knowledge knowledge;
    private final Instant now;
    private final View view;

    private final Map<Job, Step.Grant> jobs = new HashMap<>();
    private final Map<Giving, Step.Grant> givings = new HashMap<>();
    private final Map<Job, Set<String>> listings = new HashMap<>();
    private final Set<BlockKey> looks = new LinkedHashSet<>();
    private final Map<BlockKey, Throwable> failures = new HashMap<>();
    private final List<Job> again = new ArrayList<>();
    private final List<Giving> givenAgain = new ArrayList<>();
    private Optional<Throwable> trouble = Optional.empty();

    Round(BlockStore store, Knowledge knowledge, Instant now) {
        this.store = store;
        this.knowledge = knowledge;
        this.now = now;
        this.view = knowledge.view();
    }

    Instant now() {
        return now;
    }

    View view() {
        return view;
    }

    /** What is answered without a write must be so by what was seen lately. */
    void add(Job job, Step.Grant grant) {
        var old = grant.blocks().stream()
                .filter(key -> !view.changed().containsKey(key) && knowledge.isOld(key, now))
                .toList();
        if (old.isEmpty()) {
            jobs.put(job, grant);
        } else {
            looks.addAll(old);
            again.add(job);
        }
    }

    void add(Giving giving) {
        givings.put(giving, giving.plan(view, now));
    }

    void look(Job job, BlockKey key) {
        looks.add(key);
        again.add(job);
    }

    void listFor(Job job) {
        var domains = new LinkedHashSet<String>();
        job.request().slots().forEach(slot -> domains.add(slot.domain()));
        listings.put(job, domains);
        again.add(job);
    }

    /** Returns what must be planned anew. */
    List<Job> again() {
        return again;
    }

    List<Giving> givenAgain() {
        return givenAgain;
    }

    /** Returns whether the store did not answer. */
    boolean hadTrouble() {
        return trouble.isPresent();
    }

    /** Does what was planned, and answers what came to its end; never fails. */
    Future<?> run() {
        var work = new ArrayList<Future<?>>();
        view.changed().values().forEach(block -> work.add(write(block)));
        looks.forEach(key -> work.add(read(key)));
        var domains = new LinkedHashSet<String>();
        listings.values().forEach(domains::addAll);
        domains.forEach(domain -> work.add(list(domain)));
        return Future.join(work).onComplete(_ -> settle());
    }

    private Future<?> write(Block block) {
        var key = block.key();
        return store.write(knowledge.get(key), block)
                .onSuccess(stored -> knowledge.saw(key, Optional.of(stored), now))
                .recover(e -> {
                    failures.put(key, e);
                    if (!(e instanceof ConflictException)) {
                        trouble = Optional.of(e);
                    }
                    // Whatever has happened, the block says it.
                    return read(key).map(_ -> null);
                });
    }

    private Future<?> read(BlockKey key) {
        return store.read(key)
                .onSuccess(found -> knowledge.saw(key, found, now))
                .onFailure(e -> {
                    if (e instanceof UnreadableBlockException) {
                        knowledge.sawUnreadable(key, e.getMessage());
                    } else {
                        trouble = Optional.of(e);
                    }
                });
    }

    private Future<?> list(String domain) {
        return store.ofDomain(domain)
                .onSuccess(listing -> {
                    knowledge.sawAll(domain, listing, now);
                    listings.values().forEach(domains -> domains.remove(domain));
                })
                .onFailure(e -> trouble = Optional.of(e));
    }

    private void settle() {
        jobs.forEach(this::settle);
        givings.forEach(this::settle);
        listings.forEach((job, missing) -> {
            if (missing.isEmpty()) {
                job.listed();
            }
        });
        trouble.ifPresent(e -> again.forEach(job -> job.trouble(e)));
    }

    private void settle(Job job, Step.Grant grant) {
        if (failures.keySet().stream().noneMatch(grant.blocks()::contains)) {
            job.answer().complete(new Answer.Granted(grant.leases()));
            return;
        }
        job.conflict();
        for (int i = 0; i < grant.leases().size(); i++) {
            var lease = grant.leases().get(i);
            var block = BlockKey.of(job.request().slots().get(i).domain(), lease.address());
            if (!failures.containsKey(block) && lease.since().equals(now)) {
                job.wrote(lease, block);
            }
        }
        again.add(job);
    }

    /** Who gives back is told of trouble, and comes again; a conflict is nobody's trouble. */
    private void settle(Giving giving, Step.Grant grant) {
        var failed = grant.blocks().stream().filter(failures::containsKey).toList();
        grant.leases().stream()
                .filter(lease -> failed.stream().noneMatch(key -> key.span().contains(lease.address())))
                .forEach(giving.given()::add);
        var problem = failed.stream()
                .map(failures::get)
                .filter(e -> !(e instanceof ConflictException))
                .findFirst();
        if (problem.isPresent()) {
            giving.done().fail(problem.get());
        } else if (failed.isEmpty()) {
            giving.done().complete(List.copyOf(giving.given()));
        } else {
            givenAgain.add(giving);
        }
    }
}

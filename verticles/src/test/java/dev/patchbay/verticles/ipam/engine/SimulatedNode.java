package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.block.LeaseRequest;
import dev.patchbay.verticles.ipam.block.Owner;
import dev.patchbay.verticles.ipam.block.Window;
import dev.patchbay.verticles.ipam.store.BlockStore;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/** A node's authority that waits for nothing: its pauses are over when a test says so. */
final class SimulatedNode {

    static final Duration DELAY = Duration.ofSeconds(60);

    final String name;
    final AddressAuthority authority;
    private final Clock clock;
    private final Queue<Runnable> pauses = new ArrayDeque<>();

    SimulatedNode(String name, BlockStore store, Gone gone, Clock clock) {
        this.name = name;
        this.clock = clock;
        this.authority = new AddressAuthority(
                (_, then) -> pauses.add(then), store, gone, clock, new AuthorityOptions(name, true));
        authority.start();
    }

    void endPauses() {
        for (int n = pauses.size(); n > 0; n--) {
            pauses.remove().run();
        }
    }

    Future<Answer> allocate(String pod, String sandbox, Window... windows) {
        return authority.allocate(new AddressRequest(
                java.util.stream.IntStream.range(0, windows.length)
                        .mapToObj(i -> slot(pod, sandbox, i, Optional.empty(), windows[i]))
                        .toList(),
                deadline()));
    }

    Future<Answer> allocate(String pod, String sandbox, Address wanted, Window window) {
        return authority.allocate(
                new AddressRequest(List.of(slot(pod, sandbox, 0, Optional.of(wanted), window)), deadline()));
    }

    private Instant deadline() {
        return clock.instant().plusSeconds(30);
    }

    private SlotRequest slot(String pod, String sandbox, int slot, Optional<Address> wanted, Window window) {
        return new SlotRequest(
                "default",
                List.of(window),
                DELAY,
                new LeaseRequest(
                        new Owner.PodOwner(pod, "ns1", pod, "net1"),
                        "pool",
                        slot,
                        sandbox,
                        "net1",
                        name,
                        wanted,
                        Optional.empty(),
                        Optional.empty()));
    }
}

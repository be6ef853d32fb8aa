package dev.patchbay.verticles.ipam.block;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.address.Cidr;
import dev.patchbay.verticles.ipam.address.Span;
import dev.patchbay.verticles.ipam.address.SpanSet;
import dev.patchbay.verticles.ipam.block.Allocation.Taken;
import dev.patchbay.verticles.ipam.block.Owner.ClaimOwner;
import dev.patchbay.verticles.ipam.block.Owner.PodOwner;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** Short words for the tests of this package. */
final class Sketch {

    static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    static final Duration DELAY = Duration.ofMinutes(5);

    private Sketch() {}

    static Address ip(String text) {
        return Address.parse(text);
    }

    static Span span(String first, String last) {
        return new Span(ip(first), ip(last));
    }

    static SpanSet set(String... cidrs) {
        return new SpanSet(Stream.of(cidrs).map(Cidr::parse).map(Cidr::span).toList());
    }

    /** A window of 10.0.0.0/24. */
    static Window window(String first, String last) {
        return Window.of(Cidr.parse("10.0.0.0/24"), span(first, last), SpanSet.EMPTY, SpanSet.EMPTY);
    }

    static Block block(String address) {
        return Block.create(BlockKey.of(BlockKey.DEFAULT_DOMAIN, ip(address)), "node-a", NOW);
    }

    static PodOwner pod(String name) {
        return new PodOwner("uid-of-" + name, "default", name, "net1");
    }

    static ClaimOwner claim(String name) {
        return new ClaimOwner("uid-of-" + name, "default", name);
    }

    /** A request of a pod from its first sandbox. */
    static LeaseRequest request(String pod) {
        return request(pod(pod), "sandbox-of-" + pod, Optional.empty());
    }

    static LeaseRequest request(Owner owner, String containerId, Optional<Address> address) {
        return new LeaseRequest(
                owner, "storage", 0, containerId, "net1", "node-a", address, Optional.empty(), Optional.empty());
    }

    static LeaseRequest asking(String pod, String address) {
        return request(pod(pod), "sandbox-of-" + pod, Optional.of(ip(address)));
    }

    static Taken taken(Allocation allocation) {
        if (allocation instanceof Taken taken) {
            return taken;
        }
        throw new AssertionError("not taken, but " + allocation);
    }

    /** The block after each of the pods has got an address. */
    static Block with(Block block, Window window, String... pods) {
        var next = block;
        for (var pod : pods) {
            next = taken(Blocks.allocate(next, window, request(pod), NOW, DELAY))
                    .block();
        }
        return next;
    }
}

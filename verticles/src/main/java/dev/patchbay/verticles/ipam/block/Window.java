package dev.patchbay.verticles.ipam.block;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.address.Cidr;
import dev.patchbay.verticles.ipam.address.Family;
import dev.patchbay.verticles.ipam.address.Span;
import dev.patchbay.verticles.ipam.address.SpanSet;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a pool sees of a domain: the addresses of one of its ranges that may be given. Immutable; equal to another of the
 * same definition.
 */
public final class Window {

    private static final Span IPV4_MAPPED =
            new Span(new Address(Family.IPV6, 0, 0xffffL << 32), new Address(Family.IPV6, 0, 0xffff_ffff_ffffL));

    private final Cidr subnet;
    private final Span range;
    private final SpanSet excluded;
    private final SpanSet gateways;
    private final SpanSet usable;

    private Window(Cidr subnet, Span range, SpanSet excluded, SpanSet gateways) {
        this.subnet = subnet;
        this.range = range;
        this.excluded = excluded;
        this.gateways = gateways;
        this.usable = SpanSet.of(range).minus(excluded).minus(gateways).minus(edges(subnet));
    }

    /**
     * Returns the window of a range.
     *
     * @param subnet   what the range is part of; its prefix length goes with every address
     * @param range    the addresses that may be given
     * @param excluded those of them that may not; others have no effect
     * @param gateways those of them that routers have; others have no effect
     * @throws IllegalArgumentException where the range is not part of the subnet
     */
    public static Window of(Cidr subnet, Span range, SpanSet excluded, SpanSet gateways) {
        if (!subnet.span().contains(range)) {
            throw new IllegalArgumentException("%s is not inside of %s".formatted(range, subnet));
        }
        if (range.intersect(IPV4_MAPPED).isPresent()) {
            throw new IllegalArgumentException("%s has IPv4 addresses in IPv6 notation".formatted(range));
        }
        return new Window(subnet, range, excluded, gateways);
    }

    /** Returns the window of a whole subnet. */
    public static Window of(Cidr subnet) {
        return of(subnet, subnet.span(), SpanSet.EMPTY, SpanSet.EMPTY);
    }

    /** Links of two addresses (RFC 3021, RFC 6164) and single addresses have no edges to leave out. */
    private static SpanSet edges(Cidr subnet) {
        var edges = new ArrayList<Address>();
        if (subnet.address().family().bits() - subnet.prefixLength() >= 2) {
            edges.add(subnet.span().first());
            if (subnet.address().family() == Family.IPV4) {
                edges.add(subnet.span().last());
            }
        }
        return SpanSet.of(edges);
    }

    /** Returns the addresses that may be given. */
    public SpanSet usable() {
        return usable;
    }

    /** Returns how many addresses may be given. */
    public BigInteger size() {
        return usable.size();
    }

    /** Returns the prefix length that goes with every address. */
    public int prefixLength() {
        return subnet.prefixLength();
    }

    /** Returns the subnet that the range is part of. */
    public Cidr subnet() {
        return subnet;
    }

    /** Returns the range before anything is left out. */
    public Span range() {
        return range;
    }

    /** Returns the rule that keeps the address from being given; empty where it may be. */
    public Optional<Rule> refusal(Address address) {
        if (usable.contains(address)) {
            return Optional.empty();
        }
        if (!range.contains(address)) {
            return Optional.of(Rule.OUTSIDE_RANGE);
        }
        if (gateways.contains(address)) {
            return Optional.of(Rule.GATEWAY);
        }
        if (!edges(subnet).contains(address)) {
            return Optional.of(Rule.EXCLUDED);
        }
        if (address.family() == Family.IPV6) {
            return Optional.of(Rule.SUBNET_ROUTER_ANYCAST);
        }
        return Optional.of(address.equals(subnet.span().first()) ? Rule.NETWORK_ADDRESS : Rule.BROADCAST_ADDRESS);
    }

    /** Returns the usable addresses of a block, the bit of the first one lowest. */
    long bits(BlockKey key) {
        long bits = 0;
        for (var span : usable.intersect(key.span()).spans()) {
            int from = key.offset(span.first());
            int count = key.offset(span.last()) - from + 1;
            bits |= (-1L >>> (BlockKey.SIZE - count)) << from;
        }
        return bits;
    }

    private List<Object> definition() {
        return List.of(subnet, range, excluded, gateways);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Window window && definition().equals(window.definition());
    }

    @Override
    public int hashCode() {
        return Objects.hash(subnet, range, excluded, gateways);
    }

    /** Returns the range, for people. */
    @Override
    public String toString() {
        return range.equals(subnet.span()) ? subnet.toString() : "%s/%d".formatted(range, subnet.prefixLength());
    }
}

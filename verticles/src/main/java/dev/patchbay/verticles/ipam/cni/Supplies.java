package dev.patchbay.verticles.ipam.cni;

import dev.patchbay.multus.cni.CniResult.Dns;
import dev.patchbay.multus.cni.CniResult.Route;
import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.address.Cidr;
import dev.patchbay.verticles.ipam.address.Span;
import dev.patchbay.verticles.ipam.address.SpanSet;
import dev.patchbay.verticles.ipam.block.Window;
import dev.patchbay.verticles.ipam.config.AddressRange;
import dev.patchbay.verticles.ipam.config.IpamConfig;
import dev.patchbay.verticles.ipam.config.IpamConfig.Source;
import inet.ipaddr.IPAddress;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From an {@code ipam} section to what it supplies. */
public final class Supplies {

    private final NamedPools pools;
    private final Duration reuseDelay;

    /** @param reuseDelay how long addresses of ranges that stand in a section rest */
    Supplies(NamedPools pools, Duration reuseDelay) {
        this.pools = pools;
        this.reuseDelay = reuseDelay;
    }

    Future<Supply> of(IpamConfig config, Optional<String> namespace) {
        return switch (config.source()) {
            case Source.Inline inline -> inline(config, inline);
            case Source.Pools named -> named(config, named.names(), namespace);
        };
    }

    private Future<Supply> inline(IpamConfig config, Source.Inline inline) {
        try {
            return Future.succeededFuture(ofRanges(config, "", inline.domain(), reuseDelay));
        } catch (IllegalArgumentException e) {
            return Future.failedFuture(e);
        }
    }

    /**
     * Returns what ranges give that stand in a section.
     *
     * @param pool the pool's name; empty: each range is a pool of its own, named by its subnet
     * @throws IllegalArgumentException where a range has no address to give, saying why
     */
    public static Supply ofRanges(IpamConfig config, String pool, String domain, Duration reuseDelay) {
        if (!(config.source() instanceof Source.Inline inline)) {
            throw new IllegalArgumentException("there are no ranges");
        }
        var slots = new ArrayList<Supply.Slot>();
        for (int i = 0; i < inline.slots().size(); i++) {
            var ranges = inline.slots().get(i).alternatives().stream()
                    .map(Supplies::range)
                    .toList();
            var name = pool.isEmpty() ? ranges.getFirst().window().subnet().toString() : pool;
            slots.add(new Supply.Slot(name, i, domain, reuseDelay, ranges));
        }
        return new Supply(slots, config.routes(), config.dns());
    }

    private static Supply.Range range(AddressRange range) {
        var subnet = new Cidr(address(range.subnet().getLower()), range.prefixLength());
        var first = range.first().map(Supplies::address).orElse(subnet.span().first());
        var last = range.last().map(Supplies::address).orElse(subnet.span().last());
        var gateway = range.gateway().map(Supplies::address);
        var excluded = SpanSet.EMPTY;
        for (var exclude : range.excludes()) {
            excluded = excluded.plus(SpanSet.of(new Span(address(exclude.getLower()), address(exclude.getUpper()))));
        }
        var gateways = gateway.map(address -> SpanSet.of(Span.of(address))).orElse(SpanSet.EMPTY);
        return new Supply.Range(Window.of(subnet, new Span(first, last), excluded, gateways), gateway);
    }

    private static Address address(IPAddress address) {
        return Address.parse(address.withoutPrefixLength().toCanonicalString());
    }

    /** What the section says of routes and DNS wins over what the pools say. */
    private Future<Supply> named(IpamConfig config, List<String> names, Optional<String> namespace) {
        var found = names.stream().map(name -> pools.find(name, namespace)).toList();
        return Future.all(found).map(_ -> {
            var supplies = found.stream().map(Future::result).toList();
            var routes = new ArrayList<Route>(config.routes());
            if (routes.isEmpty()) {
                supplies.forEach(supply -> routes.addAll(supply.routes()));
            }
            var dns = isEmpty(config.dns())
                    ? supplies.stream()
                            .map(Supply::dns)
                            .filter(its -> !isEmpty(its))
                            .findFirst()
                            .orElse(config.dns())
                    : config.dns();
            return new Supply(
                    supplies.stream().flatMap(supply -> supply.slots().stream()).toList(), routes, dns);
        });
    }

    private static boolean isEmpty(Dns dns) {
        return dns.nameservers().isEmpty()
                && dns.domain().isEmpty()
                && dns.search().isEmpty()
                && dns.options().isEmpty();
    }
}

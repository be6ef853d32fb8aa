package dev.patchbay.multus.netns;

import dev.patchbay.multus.netns.RouteChange.Add;
import dev.patchbay.multus.netns.RouteChange.Remove;
import inet.ipaddr.IPAddressString;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who carries a pod's default route. A plugin that adds one takes the traffic over at once (IPv4) or half of it (IPv6),
 * so a new interface keeps one only where its selection element asks ({@code default-route}), and then it is the only one.
 */
public final class DefaultRoutes {

    private DefaultRoutes() {}

    /**
     * Returns what must change after an ADD. Routes are added before others are removed: where the first fails, nothing
     * is lost.
     *
     * @param before       the namespace before the ADD
     * @param after        the namespace after it
     * @param ifName       the new interface
     * @param defaultRoute the element's {@code default-route}: nothing, or its gateways; an empty list asks to keep
     *                     the default routes that the plugin made
     */
    public static List<RouteChange> afterAdd(
            NamespaceView before, NamespaceView after, String ifName, Optional<List<String>> defaultRoute) {
        var gateways = defaultRoute.orElse(List.of()).stream()
                .map(DefaultRoutes::canonical)
                .toList();
        var taken = takenFamilies(after, ifName, defaultRoute);
        var added = Stream.concat(
                vanished(before, after, ifName).filter(route -> !taken.contains(route.ipv6())),
                gateways.stream()
                        .map(gateway -> by(ifName, gateway))
                        .filter(route -> after.defaultRoutes().stream().noneMatch(sameHop(route))));
        Predicate<DefaultRoute> wanted = route -> taken.contains(route.ipv6())
                ? route.interfaceName().equals(ifName)
                        && (gateways.isEmpty()
                                || route.gateway().filter(gateways::contains).isPresent())
                : !route.interfaceName().equals(ifName)
                        || before.defaultRoutes().contains(route);
        return Stream.<RouteChange>concat(
                        added.map(Add::new),
                        after.defaultRoutes().stream().filter(wanted.negate()).map(Remove::new))
                .toList();
    }

    /**
     * Returns the default routes of other interfaces that are gone once the changes are made: what {@link #afterDel}
     * gets at unplug. Where another attachment made the interface that loses its route here, and displaced routes
     * itself, the caller appends those, so that the chain holds in whatever order the interfaces go.
     */
    public static List<DefaultRoute> displaced(
            NamespaceView before, NamespaceView after, List<RouteChange> changes, String ifName) {
        var known = new LinkedHashSet<>(before.defaultRoutes());
        known.addAll(after.defaultRoutes());
        var now = new LinkedHashSet<>(after.defaultRoutes());
        for (var change : changes) {
            switch (change) {
                case Add add -> now.add(add.route());
                case Remove remove -> now.remove(remove.route());
            }
        }
        return known.stream()
                .filter(route -> !route.interfaceName().equals(ifName) && !now.contains(route))
                .toList();
    }

    /**
     * Returns what must change after a DEL: where a family has no default route now, the displaced ones come back, of the
     * first interface in the list that is still there.
     *
     * @param after     the namespace after the DEL
     * @param displaced what the removed attachment had displaced, latest first
     */
    public static List<RouteChange> afterDel(NamespaceView after, List<DefaultRoute> displaced) {
        var changes = new ArrayList<RouteChange>();
        for (var ipv6 : List.of(false, true)) {
            var hasOne = after.defaultRoutes().stream().anyMatch(route -> route.ipv6() == ipv6);
            var candidates = displaced.stream()
                    .filter(route -> route.ipv6() == ipv6
                            && after.link(route.interfaceName()).isPresent())
                    .toList();
            if (!hasOne && !candidates.isEmpty()) {
                var heir = candidates.getFirst().interfaceName();
                candidates.stream()
                        .filter(route -> route.interfaceName().equals(heir))
                        .forEach(route -> changes.add(new Add(route)));
            }
        }
        return List.copyOf(changes);
    }

    /** Returns the families (true: IPv6) whose default route the interface is to carry alone. */
    private static Set<Boolean> takenFamilies(NamespaceView after, String ifName, Optional<List<String>> defaultRoute) {
        if (defaultRoute.isEmpty()) {
            return Set.of();
        }
        if (!defaultRoute.get().isEmpty()) {
            return defaultRoute.get().stream().map(DefaultRoutes::isIpv6).collect(Collectors.toUnmodifiableSet());
        }
        return after.defaultRoutes().stream()
                .filter(route -> route.interfaceName().equals(ifName))
                .map(DefaultRoute::ipv6)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Stream<DefaultRoute> vanished(NamespaceView before, NamespaceView after, String ifName) {
        return before.defaultRoutes().stream()
                .filter(route -> !route.interfaceName().equals(ifName)
                        && after.link(route.interfaceName()).isPresent()
                        && !after.defaultRoutes().contains(route));
    }

    private static Predicate<DefaultRoute> sameHop(DefaultRoute route) {
        return other -> other.interfaceName().equals(route.interfaceName())
                && other.gateway().equals(route.gateway());
    }

    private static DefaultRoute by(String ifName, String gateway) {
        return new DefaultRoute(isIpv6(gateway), ifName, Optional.of(gateway), OptionalLong.empty());
    }

    private static String canonical(String gateway) {
        var address = new IPAddressString(gateway).getAddress();
        return address == null ? gateway : address.toCanonicalString();
    }

    private static boolean isIpv6(String gateway) {
        return new IPAddressString(gateway).isIPv6();
    }
}

package dev.patchbay.verticles.ipam.config;

import dev.patchbay.multus.cni.CniResult.Dns;
import dev.patchbay.multus.cni.CniResult.Route;
import dev.patchbay.verticles.ipam.config.Section.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What a section has for the result as it is: routes and DNS settings, checked so that a mistake shows before an address
 * is taken.
 *
 * @see <a href="https://github.com/containernetworking/cni/blob/main/SPEC.md#add-success">CNI specification</a>
 */
final class ResultParts {

    /** Numbers that CNI 1.1 added to a route. */
    private static final List<String> ROUTE_NUMBERS = List.of("mtu", "advmss", "priority", "table", "scope");

    private static final Set<String> ROUTE_KEYS =
            Stream.concat(Stream.of("dst", "gw"), ROUTE_NUMBERS.stream()).collect(Collectors.toUnmodifiableSet());
    private static final Set<String> DNS_KEYS = Set.of("nameservers", "domain", "search", "options");

    private ResultParts() {}

    static List<Route> routes(Section ipam) throws IpamConfigException {
        var routes = new ArrayList<Route>();
        for (var section : ipam.sections("routes")) {
            routes.add(route(section));
        }
        return routes;
    }

    private static Route route(Section section) throws IpamConfigException {
        section.refuseOthers(ROUTE_KEYS);
        var destination = AddressTexts.subnet(section.text("dst")
                .orElseThrow(() -> new IpamConfigException(section.path("dst"), "is missing; write a subnet")));
        var place = section.text("gw");
        var gateway = Optional.<String>empty();
        if (place.isPresent()) {
            var address = AddressTexts.address(place.get());
            if (address.isIPv6() != destination.isIPv6()) {
                throw place.get().error("is not of the family of its route's dst");
            }
            gateway = Optional.of(address.toCanonicalString());
        }
        return new Route(destination.toCanonicalString(), gateway, numbers(section));
    }

    private static Map<String, JsonNode> numbers(Section section) throws IpamConfigException {
        var numbers = new LinkedHashMap<String, JsonNode>();
        for (var key : ROUTE_NUMBERS) {
            var value = section.value(key);
            if (value.isPresent()) {
                if (!value.get().isIntegralNumber()
                        || !value.get().canConvertToInt()
                        || value.get().intValue() < 0) {
                    throw new IpamConfigException(section.path(key), value.get(), "is not a whole number from 0 on");
                }
                numbers.put(key, value.get());
            }
        }
        return numbers;
    }

    static Dns dns(Section ipam) throws IpamConfigException {
        var value = ipam.value("dns");
        if (value.isEmpty()) {
            return new Dns(List.of(), Optional.empty(), List.of(), List.of());
        }
        var section = Section.of(value.get(), ipam.path("dns"));
        section.refuseOthers(DNS_KEYS);
        var nameservers = new ArrayList<String>();
        for (var place : section.texts("nameservers")) {
            nameservers.add(AddressTexts.address(place).toCanonicalString());
        }
        return new Dns(
                nameservers,
                section.text("domain").map(Place::text),
                texts(section, "search"),
                texts(section, "options"));
    }

    private static List<String> texts(Section section, String key) throws IpamConfigException {
        return section.texts(key).stream().map(Place::text).toList();
    }
}

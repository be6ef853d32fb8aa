package dev.patchbay.multus.cni;

import dev.patchbay.multus.cni.CniResult.Dns;
import dev.patchbay.multus.cni.CniResult.Interface;
import dev.patchbay.multus.cni.CniResult.Ip;
import dev.patchbay.multus.cni.CniResult.Route;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Results of every version of the specification (0.1.0 to 1.1.0), to and from the one form used here. */
public final class ResultCodec {

    private static final CniVersion WITH_INTERFACES = new CniVersion(0, 3, 0);

    /** Addresses name no family any more. What 1.1.0 added is written here too: libcni has one type for both. */
    private static final CniVersion CURRENT = new CniVersion(1, 0, 0);

    private static final Set<String> ROUTE_KEYS = Set.of("dst", "gw");

    private ResultCodec() {}

    /**
     * Reads a result.
     *
     * @param json    what a plugin printed, or a cache holds
     * @param version the version to take where the result names none
     * @throws IllegalArgumentException with a message for people
     */
    public static CniResult parse(JsonNode json, String version) {
        if (json.isNull()) {
            return CniResult.EMPTY;
        }
        if (!json.isObject()) {
            throw new IllegalArgumentException("a result must be a JSON object");
        }
        var spoken = CniVersion.parse(Json.text(json, "cniVersion").orElse(version));
        if (!CniVersion.NEWEST.atLeast(spoken)) {
            throw new IllegalArgumentException("unsupported CNI result version \"%s\"".formatted(spoken));
        }
        return spoken.atLeast(WITH_INTERFACES) ? parseCurrent(json) : parseOld(json);
    }

    private static CniResult parseCurrent(JsonNode json) {
        var interfaces = new ArrayList<Interface>();
        json.path("interfaces").forEach(item -> interfaces.add(parseInterface(item)));
        var ips = new ArrayList<Ip>();
        json.path("ips").forEach(item -> ips.add(parseIp(item)));
        return new CniResult(interfaces, ips, parseRoutes(json.path("routes")), parseDns(json.path("dns")));
    }

    private static Interface parseInterface(JsonNode item) {
        return new Interface(
                item.path("name").asString(""),
                Json.text(item, "mac"),
                item.path("mtu").asInt(0) > 0 ? OptionalInt.of(item.path("mtu").asInt(0)) : OptionalInt.empty(),
                Json.text(item, "sandbox"),
                Json.text(item, "socketPath"),
                Json.text(item, "pciID"));
    }

    private static Ip parseIp(JsonNode item) {
        var index = item.path("interface");
        return new Ip(
                item.path("address").asString(""),
                Json.text(item, "gateway"),
                index.isIntegralNumber() ? OptionalInt.of(index.asInt(0)) : OptionalInt.empty());
    }

    private static List<Route> parseRoutes(JsonNode list) {
        var routes = new ArrayList<Route>();
        list.forEach(item -> {
            var extras = new LinkedHashMap<String, JsonNode>();
            item.properties().stream()
                    .filter(e -> !ROUTE_KEYS.contains(e.getKey()))
                    .forEach(e -> extras.put(e.getKey(), e.getValue()));
            routes.add(new Route(item.path("dst").asString(""), Json.text(item, "gw"), extras));
        });
        return routes;
    }

    private static Dns parseDns(JsonNode dns) {
        return new Dns(
                Json.texts(dns.path("nameservers")),
                Json.text(dns, "domain"),
                Json.texts(dns.path("search")),
                Json.texts(dns.path("options")));
    }

    /** Versions 0.1.0 and 0.2.0: one address per family, no links. */
    private static CniResult parseOld(JsonNode json) {
        var ips = new ArrayList<Ip>();
        var routes = new ArrayList<Route>();
        for (var family : List.of("ip4", "ip6")) {
            var item = json.path(family);
            if (item.isObject()) {
                ips.add(new Ip(item.path("ip").asString(""), Json.text(item, "gateway"), OptionalInt.empty()));
                routes.addAll(parseRoutes(item.path("routes")));
            }
        }
        return new CniResult(List.of(), ips, routes, parseDns(json.path("dns")));
    }

    /**
     * Writes a result in a version.
     *
     * @throws IllegalArgumentException where the version cannot express it: 0.1.0 and 0.2.0 need an address
     */
    public static ObjectNode toJson(CniResult result, String version) {
        var spoken = CniVersion.parse(version);
        var json = Json.MAPPER.createObjectNode().put("cniVersion", version);
        return spoken.atLeast(WITH_INTERFACES) ? current(json, result, spoken) : old(json, result);
    }

    private static ObjectNode current(ObjectNode json, CniResult result, CniVersion version) {
        if (!result.interfaces().isEmpty()) {
            var list = json.putArray("interfaces");
            result.interfaces().forEach(i -> list.add(interfaceJson(i, version)));
        }
        if (!result.ips().isEmpty()) {
            var list = json.putArray("ips");
            result.ips().forEach(ip -> list.add(ipJson(ip, version)));
        }
        if (!result.routes().isEmpty()) {
            var list = json.putArray("routes");
            result.routes().forEach(r -> list.add(routeJson(r, version)));
        }
        json.set("dns", dnsJson(result.dns()));
        return json;
    }

    private static ObjectNode interfaceJson(Interface link, CniVersion version) {
        var json = Json.MAPPER.createObjectNode().put("name", link.name());
        link.mac().ifPresent(mac -> json.put("mac", mac));
        if (version.atLeast(CURRENT)) {
            link.mtu().ifPresent(mtu -> json.put("mtu", mtu));
        }
        link.sandbox().ifPresent(sandbox -> json.put("sandbox", sandbox));
        if (version.atLeast(CURRENT)) {
            link.socketPath().ifPresent(path -> json.put("socketPath", path));
            link.pciId().ifPresent(id -> json.put("pciID", id));
        }
        return json;
    }

    private static ObjectNode ipJson(Ip ip, CniVersion version) {
        var json = Json.MAPPER.createObjectNode();
        if (!version.atLeast(CURRENT)) {
            json.put("version", isV6(ip.address()) ? "6" : "4");
        }
        ip.interfaceIndex().ifPresent(index -> json.put("interface", index));
        json.put("address", ip.address());
        ip.gateway().ifPresent(gateway -> json.put("gateway", gateway));
        return json;
    }

    private static ObjectNode routeJson(Route route, CniVersion version) {
        var json = Json.MAPPER.createObjectNode().put("dst", route.destination());
        route.gateway().ifPresent(gateway -> json.put("gw", gateway));
        if (version.atLeast(CURRENT)) {
            route.extras().forEach(json::set);
        }
        return json;
    }

    private static ObjectNode dnsJson(Dns dns) {
        var json = Json.MAPPER.createObjectNode();
        putTexts(json, "nameservers", dns.nameservers());
        dns.domain().ifPresent(domain -> json.put("domain", domain));
        putTexts(json, "search", dns.search());
        putTexts(json, "options", dns.options());
        return json;
    }

    private static void putTexts(ObjectNode json, String key, List<String> texts) {
        if (!texts.isEmpty()) {
            var list = json.putArray(key);
            texts.forEach(list::add);
        }
    }

    private static ObjectNode old(ObjectNode json, CniResult result) {
        var ipv4 = firstOf(result.ips(), false);
        var ipv6 = firstOf(result.ips(), true);
        if (ipv4.isEmpty() && ipv6.isEmpty()) {
            throw new IllegalArgumentException("cannot convert: no valid IP addresses");
        }
        ipv4.ifPresent(ip -> json.set("ip4", oldIp(ip, result.routes(), false)));
        ipv6.ifPresent(ip -> json.set("ip6", oldIp(ip, result.routes(), true)));
        json.set("dns", dnsJson(result.dns()));
        return json;
    }

    private static Optional<Ip> firstOf(List<Ip> ips, boolean v6) {
        return ips.stream().filter(ip -> isV6(ip.address()) == v6).findFirst();
    }

    private static ObjectNode oldIp(Ip ip, List<Route> routes, boolean v6) {
        var json = Json.MAPPER.createObjectNode().put("ip", ip.address());
        ip.gateway().ifPresent(gateway -> json.put("gateway", gateway));
        var ofFamily = routes.stream().filter(r -> isV6(r.destination()) == v6).toList();
        if (!ofFamily.isEmpty()) {
            var list = json.putArray("routes");
            ofFamily.forEach(r -> list.add(routeJson(r, WITH_INTERFACES)));
        }
        return json;
    }

    private static boolean isV6(String address) {
        return address.indexOf(':') >= 0;
    }
}

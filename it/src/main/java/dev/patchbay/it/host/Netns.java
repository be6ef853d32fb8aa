package dev.patchbay.it.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A look into a network namespace with {@code ip}, independent of the product's own look. */
public record Netns(String path) {

    private static final JsonMapper MAPPER = new JsonMapper();

    /** A link with its addresses; {@code ips} without prefix length and without link-local ones. */
    public record Link(String name, String mac, int mtu, boolean up, List<String> ips) {}

    /** Returns the links but the loopback. */
    public List<Link> links() {
        var links = new ArrayList<Link>();
        for (var item : json("ip", "-j", "addr")) {
            var name = item.path("ifname").asString("");
            if (!name.equals("lo")) {
                links.add(link(name, item));
            }
        }
        return links;
    }

    /** Returns the names of the links but the loopback, in the order of their making. */
    public List<String> linkNames() {
        return links().stream().map(Link::name).toList();
    }

    /** Returns the link of that name. */
    public Optional<Link> link(String name) {
        return links().stream().filter(l -> l.name().equals(name)).findFirst();
    }

    /** Returns the links that default routes leave by; {@code family} is -4 or -6. */
    public List<String> defaultRouteLinks(String family) {
        var links = new ArrayList<String>();
        json("ip", family, "-j", "route", "show", "default")
                .forEach(route -> links.add(route.path("dev").asString("")));
        return links;
    }

    /** Runs a command inside. */
    public String run(String... command) {
        var all = new ArrayList<>(List.of("nsenter", "--net=" + path));
        all.addAll(List.of(command));
        return Shell.run(all.toArray(String[]::new));
    }

    private static Link link(String name, JsonNode item) {
        var ips = new ArrayList<String>();
        for (var address : item.path("addr_info")) {
            if (!address.path("scope").asString("").equals("link")) {
                ips.add(address.path("local").asString(""));
            }
        }
        return new Link(
                name,
                item.path("address").asString(""),
                item.path("mtu").asInt(0),
                item.path("flags").toString().contains("\"UP\""),
                ips);
    }

    private JsonNode json(String... command) {
        try {
            return MAPPER.readTree(run(command));
        } catch (JacksonException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.patchbay.multus.cache;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.selection.RequestJson;
import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.annotations.status.NetworkStatuses;
import dev.patchbay.multus.cache.CachedAttachment.Phase;
import dev.patchbay.multus.cache.CachedAttachment.Provenance;
import dev.patchbay.multus.json.ExactJson;
import dev.patchbay.multus.netns.DefaultRoute;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The key that Patchbay adds to libcni's cache file. */
final class ProvenanceJson {

    private ProvenanceJson() {}

    static ObjectNode write(Provenance provenance) {
        var json = ExactJson.MAPPER.createObjectNode();
        json.putObject("pod")
                .put("namespace", provenance.podNamespace())
                .put("name", provenance.podName())
                .put("uid", provenance.podUid());
        json.putObject("network")
                .put("namespace", provenance.network().namespace())
                .put("name", provenance.network().name());
        json.set("request", RequestJson.toJson(provenance.request()));
        json.put("phase", provenance.phase().name());
        json.put("since", provenance.since().toString());
        var status = json.putArray("status");
        provenance.status().forEach(entry -> status.add(NetworkStatuses.toJson(entry)));
        var routes = json.putArray("displacedRoutes");
        provenance.displacedRoutes().forEach(route -> routes.add(write(route)));
        return json;
    }

    private static ObjectNode write(DefaultRoute route) {
        var json =
                ExactJson.MAPPER.createObjectNode().put("ipv6", route.ipv6()).put("interface", route.interfaceName());
        route.gateway().ifPresent(gateway -> json.put("gateway", gateway));
        route.metric().ifPresent(metric -> json.put("metric", metric));
        return json;
    }

    /** Reads the key; throws {@link IllegalArgumentException} where it is broken. */
    static Provenance read(JsonNode json) {
        try {
            var pod = json.path("pod");
            var network = json.path("network");
            return new Provenance(
                    pod.path("namespace").asString(""),
                    pod.path("name").asString(""),
                    pod.path("uid").asString(""),
                    new NetworkName(
                            network.path("namespace").asString(""),
                            network.path("name").asString("")),
                    RequestJson.fromJson(json.path("request")),
                    Phase.valueOf(json.path("phase").asString("")),
                    Instant.parse(json.path("since").asString("")),
                    readStatus(json.path("status")),
                    readRoutes(json.path("displacedRoutes")));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("since: " + e.getMessage(), e);
        }
    }

    private static List<NetworkStatus> readStatus(JsonNode list) {
        var status = new ArrayList<NetworkStatus>();
        list.forEach(item -> status.add(NetworkStatuses.fromJson(item)));
        return status;
    }

    private static List<DefaultRoute> readRoutes(JsonNode list) {
        var routes = new ArrayList<DefaultRoute>();
        list.forEach(item -> routes.add(new DefaultRoute(
                item.path("ipv6").asBoolean(false),
                item.path("interface").asString(""),
                Optional.of(item.path("gateway").asString("")).filter(text -> !text.isEmpty()),
                item.has("metric") ? OptionalLong.of(item.path("metric").asLong(0)) : OptionalLong.empty())));
        return routes;
    }
}

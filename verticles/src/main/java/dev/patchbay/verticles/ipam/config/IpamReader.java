package dev.patchbay.verticles.ipam.config;

import dev.patchbay.verticles.ipam.config.IpamConfig.Source;
import dev.patchbay.verticles.ipam.config.Section.Place;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** From a network configuration to an {@link IpamConfig}. */
final class IpamReader {

    /** Pools are Kubernetes objects, and a domain becomes part of an object's name. */
    private static final Pattern OBJECT_NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    private IpamReader() {}

    static IpamConfig read(JsonNode network) throws IpamConfigException {
        var ipam = Section.of(network.path("ipam"), "ipam");
        requireType(ipam);
        var form = Form.of(ipam);
        refuseRuntimeRanges(network);
        return new IpamConfig(
                source(ipam, form), ResultParts.routes(ipam), ResultParts.dns(ipam), ipam.flag("macFromIP"));
    }

    private static void requireType(Section ipam) throws IpamConfigException {
        var type = ipam.object().path("type");
        if (!type.asString("").equals(IpamConfig.TYPE)) {
            throw new IpamConfigException(ipam.path("type"), type, "is not \"" + IpamConfig.TYPE + "\"");
        }
    }

    /** host-local takes more ranges from the runtime; left out silently, pods would get other addresses than meant. */
    private static void refuseRuntimeRanges(JsonNode network) throws IpamConfigException {
        var ranges = network.path("runtimeConfig").path("ipRanges");
        if (!ranges.isEmpty()) {
            throw new IpamConfigException(
                    "runtimeConfig.ipRanges",
                    ranges,
                    "is not supported; remove the capability ipRanges, and write the ranges into ipam");
        }
    }

    private static Source source(Section ipam, Form.Kind form) throws IpamConfigException {
        return switch (form) {
            case POOLS -> new Source.Pools(pools(ipam));
            case WHEREABOUTS -> new Source.Inline(WhereaboutsForm.slots(ipam), domain(ipam));
            case HOST_LOCAL -> new Source.Inline(HostLocalForm.slots(ipam), domain(ipam));
        };
    }

    private static List<String> pools(Section ipam) throws IpamConfigException {
        if (ipam.has("pool") && ipam.has("pools")) {
            throw new IpamConfigException(ipam.path("pools"), "stands beside ipam.pool; keep one of them");
        }
        var places = new ArrayList<>(ipam.texts("pools"));
        ipam.text("pool").ifPresent(places::add);
        if (places.isEmpty()) {
            throw new IpamConfigException(ipam.path("pools"), "is empty; name at least one pool");
        }
        var names = new HashSet<String>();
        for (var place : places) {
            requireObjectName(place, "a pool's name");
            if (!names.add(place.text())) {
                throw place.error("is named twice; a pool gives one address from each of its ranges");
            }
        }
        return places.stream().map(Place::text).toList();
    }

    private static String domain(Section ipam) throws IpamConfigException {
        var domain = ipam.text("network_name");
        if (domain.isPresent()) {
            requireObjectName(domain.get(), "a network_name");
        }
        return domain.map(Place::text).orElse(IpamConfig.DEFAULT_DOMAIN);
    }

    private static void requireObjectName(Place place, String what) throws IpamConfigException {
        if (!OBJECT_NAME.matcher(place.text()).matches()) {
            throw place.error("is not " + what + ": up to 63 of a-z, 0-9 and -, with a letter or digit at both ends");
        }
    }
}

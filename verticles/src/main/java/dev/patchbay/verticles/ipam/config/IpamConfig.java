package dev.patchbay.verticles.ipam.config;

import dev.patchbay.multus.cni.CniResult.Dns;
import dev.patchbay.multus.cni.CniResult.Route;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Where the addresses of one network come from, and what its results say beside them.
 *
 * @param source    the addresses
 * @param routes    routes for the result, destinations in canonical form; empty where the section has none
 * @param dns       DNS settings for the result
 * @param macFromIp whether the interface's MAC address is to be derived from its first address
 */
public record IpamConfig(Source source, List<Route> routes, Dns dns, boolean macFromIp) {

    /** The {@code ipam.type} that this is for. */
    public static final String TYPE = "patchbay";

    /** The uniqueness domain of addresses where nothing is said. */
    public static final String DEFAULT_DOMAIN = "default";

    public IpamConfig {
        routes = List.copyOf(routes);
    }

    /** Where addresses come from. */
    public sealed interface Source {

        /**
         * Named pools: one address from each range of each.
         *
         * @param names at least one, all different
         */
        record Pools(List<String> names) implements Source {

            public Pools {
                names = List.copyOf(names);
            }
        }

        /**
         * Ranges that stand in the section itself: one address from each slot.
         *
         * @param slots  at least one; no address is in two of them
         * @param domain within which an address has one owner
         */
        record Inline(List<Slot> slots, String domain) implements Source {

            public Inline {
                slots = List.copyOf(slots);
            }
        }
    }

    /**
     * Reads the {@code ipam} section of a whole network configuration, as a plugin gets it on its standard input.
     *
     * @throws IpamConfigException for the first thing that is wrong
     */
    public static IpamConfig parse(JsonNode network) throws IpamConfigException {
        return IpamReader.read(network);
    }
}

package dev.patchbay.it;

import dev.patchbay.it.node.TestNode;

/** Configurations of networks for a test node. Each has names and addresses that do not meet those of another node. */
final class Nads {

    private Nads() {}

    /** A bridge with host-local addresses 10.N.{@code third}.0/24. */
    static String bridge(TestNode node, String name, int third) {
        return """
                {"cniVersion": "0.4.0", "name": "%1$s", "plugins": [{"type": "bridge", "bridge": "%2$s",
                  "capabilities": {"ips": true, "mac": true},
                  "ipam": {"type": "host-local", "dataDir": "%3$s/ipam", "ranges": [[{"subnet": "%4$s"}]]}}]}""".formatted(
                name, node.ownedLink("pb%dx%d".formatted(node.number(), third)), node.dir(), subnet(node, third));
    }

    /** A macvlan on a link of the host, with static addresses as asked for. */
    static String macvlan(String name, String master) {
        return """
                {"cniVersion": "0.4.0", "name": "%s", "plugins": [{"type": "macvlan", "master": "%s", "mode": "bridge",
                  "capabilities": {"ips": true, "mac": true}, "ipam": {"type": "static"}}]}""".formatted(name, master);
    }

    static String subnet(TestNode node, int third) {
        return "11.%d.%d.0/24".formatted(node.number(), third);
    }

    static String address(TestNode node, int third, int last) {
        return "11.%d.%d.%d".formatted(node.number(), third, last);
    }
}

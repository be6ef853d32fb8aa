package dev.patchbay.it.demo;

/** The networks of the demo. */
final class DemoNetworks {

    private DemoNetworks() {}

    static String bridge(String bridge, String addresses) {
        return """
                {"cniVersion": "0.4.0", "name": "storage", "plugins": [{"type": "bridge", "bridge": "%s",
                  "ipam": {"type": "host-local", "dataDir": "%s", "ranges": [[{"subnet": "192.168.78.0/24"}]]}}]}""".formatted(bridge, addresses);
    }

    static String macvlan(String master) {
        return """
                {"cniVersion": "0.4.0", "name": "lan", "plugins": [{"type": "macvlan", "master": "%s",
                  "capabilities": {"ips": true, "mac": true}, "ipam": {"type": "static"}}]}""".formatted(master);
    }
}

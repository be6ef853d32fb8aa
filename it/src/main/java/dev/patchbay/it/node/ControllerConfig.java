package dev.patchbay.it.node;

import java.util.Map;
import java.util.TreeMap;

/** The controller's configuration on a test node. */
final class ControllerConfig {

    private ControllerConfig() {}

    /** Returns the YAML; {@code settings} win, by dotted key. */
    static String yaml(TestNode node, Map<String, String> settings) {
        var keys = new TreeMap<String, String>();
        keys.put("nodeName", node.name());
        keys.put("cri.socket", node.containerd().socket().toString());
        keys.put(
                "cni.binDirs",
                "[%s, %s]".formatted(node.dir().resolve("bin"), node.dir().resolve("cni")));
        keys.put("cni.confDir", node.containerd().confDir().toString());
        keys.put("cni.cacheDir", node.records().toString());
        keys.put(
                "cni.foreignCacheDirs",
                "[%s, /var/lib/cni]".formatted(node.dir().resolve("multus")));
        keys.put("ipam.socket", node.dir().resolve("ipam.sock").toString());
        keys.put("ipam.store", "files");
        keys.put("ipam.reuseDelay", "1s");
        keys.put("ipam.directory", node.dir().resolve("blocks").toString());
        keys.put("cni.deviceInfoDir", node.dir().resolve("devinfo").toString());
        // The networks of the tests keep their addresses in the node's directory.
        keys.put("policy.restrictHostKeys", "false");
        keys.put("http.host", "127.0.0.1");
        keys.put("http.port", "0");
        keys.put("http.portFile", node.dir().resolve("port").toString());
        keys.put("retry.initial", "200ms");
        keys.put("retry.max", "1s");
        keys.put("sweep", "1s");
        keys.putAll(settings);
        var yaml = new StringBuilder();
        var section = "";
        for (var key : keys.entrySet()) {
            int dot = key.getKey().indexOf('.');
            var its = dot < 0 ? "" : key.getKey().substring(0, dot);
            if (!its.equals(section)) {
                section = its;
                yaml.append(its.isEmpty() ? "" : its + ":\n");
            }
            yaml.append(dot < 0 ? "" : "  ")
                    .append(key.getKey().substring(dot + 1))
                    .append(": ")
                    .append(key.getValue())
                    .append('\n');
        }
        return yaml.toString();
    }
}

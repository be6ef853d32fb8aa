package dev.patchbay.multus.policy;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Keys of plugin configurations by which an author reaches the node beyond its network: a plugin runs as root. Raw
 * firewall arguments are refused; files and folders are allowed where they customarily are, so that the NADs of every
 * plugin's own documentation pass.
 */
final class HostKeys {

    private static final Set<String> REFUSED = Set.of(
            "conditionsV4",
            "conditionsV6",
            "externalSetMarkChain",
            "iptablesAdminChainName",
            "selinuxContext",
            "cniDir",
            "confDir",
            "binDir");

    private static final List<String> STATE = List.of("/var/lib/cni", "/run/cni", "/var/run/cni");
    private static final List<String> CONFIGURATION = List.of("/etc/cni", "/var/lib/rancher");
    private static final List<String> LOGS = List.of("/var/log");

    /** Path keys, with the folders below which they may point. */
    private static final Map<String, List<String>> FOLDERS = Map.of(
            "dataDir", STATE,
            "daemonSocketPath", STATE,
            "kubeconfig", CONFIGURATION,
            "configuration_path", CONFIGURATION,
            "resolvConf", List.of("/etc/resolv.conf", "/run/systemd/resolve"),
            "logFile", LOGS,
            "log_file", LOGS);

    private HostKeys() {}

    /** Returns a key that is refused, as a clause "key what-is-wrong", wherever in the configuration it stands. */
    static Optional<String> refused(JsonNode config) {
        for (var property : config.properties()) {
            var found = refused(property.getKey(), property.getValue()).or(() -> refused(property.getValue()));
            if (found.isPresent()) {
                return found;
            }
        }
        for (var element : config.isArray() ? config : List.<JsonNode>of()) {
            var found = refused(element);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> refused(String key, JsonNode value) {
        if (REFUSED.contains(key)) {
            return Optional.of("\"" + key + "\"");
        }
        var folders = FOLDERS.get(key);
        return folders == null || isHarmless(value, folders)
                ? Optional.empty()
                : Optional.of("\"" + key + "\" with " + value + " outside " + String.join(" and ", folders));
    }

    private static boolean isHarmless(JsonNode value, List<String> folders) {
        if (!value.isString()) {
            return value.isNull();
        }
        try {
            var path = Path.of(value.stringValue()).normalize();
            return value.stringValue().isEmpty() || folders.stream().anyMatch(path::startsWith);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}

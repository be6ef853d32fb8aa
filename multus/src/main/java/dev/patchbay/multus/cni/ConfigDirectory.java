package dev.patchbay.multus.cni;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** A directory of CNI configuration files, as the container runtime and Multus read it. */
final class ConfigDirectory {

    private static final Set<String> EXTENSIONS = Set.of(".conf", ".conflist", ".json");

    private final Path dir;

    ConfigDirectory(Path dir) {
        this.dir = dir;
    }

    /** Returns the configuration of a network: the first file in the order of names that bears its name. */
    NetworkConfigList find(String networkName) throws CniException {
        var broken = new ArrayList<String>();
        for (var file : files(dir, EXTENSIONS)) {
            try {
                var tree = NetworkConfigs.tree(Files.readString(file));
                if (Json.text(tree, "name").filter(networkName::equals).isPresent()) {
                    return NetworkConfigs.fromTree(tree, networkName, appended(tree, networkName));
                }
            } catch (IOException | CniException e) {
                broken.add("%s: %s".formatted(file.getFileName(), e.getMessage()));
            }
        }
        throw NetworkConfigs.wrong("no configuration named %s is in %s%s"
                .formatted(
                        networkName, dir, broken.isEmpty() ? "" : "; unreadable there: " + String.join("; ", broken)));
    }

    /** Returns the plugins of {@code <dir>/<network name>/*.conf}, which follow those of a list unless it forbids them. */
    private List<ObjectNode> appended(ObjectNode tree, String networkName) throws CniException, IOException {
        if (NetworkConfigs.isSingle(tree) || NetworkConfigs.flag(tree, "loadOnlyInlinedPlugins")) {
            return List.of();
        }
        var plugins = new ArrayList<ObjectNode>();
        for (var file : files(dir.resolve(networkName), Set.of(".conf"))) {
            plugins.add(NetworkConfigs.tree(Files.readString(file)));
        }
        return plugins;
    }

    private static List<Path> files(Path dir, Set<String> extensions) throws CniException {
        if (!Files.isDirectory(dir)) {
            return List.of();
        }
        try (var entries = Files.list(dir)) {
            return entries.filter(Files::isRegularFile)
                    .filter(file -> extensions.contains(extension(file)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw NetworkConfigs.wrong("the CNI directory %s cannot be read: %s".formatted(dir, e.getMessage()));
        }
    }

    private static String extension(Path file) {
        var name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot);
    }
}

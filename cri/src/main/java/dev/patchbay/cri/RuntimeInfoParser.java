package dev.patchbay.cri;

import dev.patchbay.cri.proto.StatusResponse;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * Reads what a runtime answers about itself. containerd tells its CNI directories twice: under {@code cniconfig} as they
 * are in use, and under {@code config} as they are configured. CRI-O tells none.
 */
final class RuntimeInfoParser {

    private RuntimeInfoParser() {}

    static RuntimeInfo parse(StatusResponse response) {
        var inUse = InfoJson.read(response.getInfoMap(), "cniconfig");
        var configured = InfoJson.read(response.getInfoMap(), "config").path("cni");
        return new RuntimeInfo(
                response.getStatus().getConditionsList().stream()
                        .map(c -> new RuntimeInfo.Condition(c.getType(), c.getStatus(), c.getReason(), c.getMessage()))
                        .toList(),
                binDirs(inUse, configured),
                InfoJson.text(inUse.path("PluginConfDir")).or(() -> InfoJson.text(configured.path("confDir"))));
    }

    private static List<String> binDirs(JsonNode inUse, JsonNode configured) {
        var dirs = texts(inUse.path("PluginDirs"));
        if (!dirs.isEmpty()) {
            return dirs;
        }
        var several = texts(configured.path("binDirs"));
        return several.isEmpty()
                ? InfoJson.text(configured.path("binDir")).stream().toList()
                : several;
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(InfoJson::text)
                .flatMap(Optional::stream)
                .toList();
    }
}

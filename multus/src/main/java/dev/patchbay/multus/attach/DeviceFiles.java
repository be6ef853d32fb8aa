package dev.patchbay.multus.attach;

import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.devinfo.DeviceInfoFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** The device information file of an attachment, as its call names it. What is wrong with it never fails an attachment. */
final class DeviceFiles {

    private static final Logger LOG = LoggerFactory.getLogger(DeviceFiles.class);

    private static final String CAPABILITY = "CNIDeviceInfoFile";

    private final DeviceInfoFiles files;

    DeviceFiles(DeviceInfoFiles files) {
        this.files = files;
    }

    Optional<JsonNode> read(CniCall call) {
        return file(call).flatMap(file -> {
            try {
                return files.read(file);
            } catch (IOException e) {
                LOG.warn("{}: {}", call.interfaceName(), e.getMessage());
                return Optional.empty();
            }
        });
    }

    void delete(CniCall call) {
        file(call).ifPresent(file -> {
            try {
                files.delete(file);
            } catch (IOException e) {
                LOG.warn("{}: {} could not be removed: {}", call.interfaceName(), file, e.getMessage());
            }
        });
    }

    private static Optional<Path> file(CniCall call) {
        return Optional.ofNullable(call.capabilityArgs().get(CAPABILITY))
                .map(JsonNode::asString)
                .map(Path::of);
    }
}

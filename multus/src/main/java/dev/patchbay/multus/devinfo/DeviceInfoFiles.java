package dev.patchbay.multus.devinfo;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The directory {@code /var/run/k8s.cni.cncf.io/devinfo} of a node. Device plugins write to {@code dp}; each attachment
 * has a file of its own in {@code cni}, copied from there or written by the CNI plugin (capability
 * {@code CNIDeviceInfoFile}), which is removed at DEL.
 */
public final class DeviceInfoFiles {

    private static final int MAX_BYTES = 64 * 1024;
    private static final JsonMapper JSON = new JsonMapper();

    private final Path baseDir;

    public DeviceInfoFiles(Path baseDir) {
        this.baseDir = baseDir;
    }

    /** Returns the file that a device plugin writes for a device. */
    public Path ofDevice(String resourceName, String deviceId) {
        return baseDir.resolve("dp", fileName(resourceName + "-" + deviceId + "-device.json"));
    }

    /**
     * Returns the file of an attachment.
     *
     * @param network       the network's name as network-status spells it
     * @param sandboxId     CNI_CONTAINERID
     * @param interfaceName CNI_IFNAME
     */
    public Path ofAttachment(String network, String sandboxId, String interfaceName) {
        return baseDir.resolve("cni", fileName(network + "-" + sandboxId + "_" + interfaceName));
    }

    /** Copies what the device plugin wrote, if it wrote anything, to the attachment's file. */
    public void copy(Path device, Path attachment) throws IOException {
        if (!Files.exists(device)) {
            return;
        }
        var directory = Files.createDirectories(attachment.getParent());
        var temporary = Files.createTempFile(directory, ".new-", "");
        try {
            Files.write(temporary, bounded(device));
            Files.move(temporary, attachment, ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * Returns the device information, if the file is there.
     *
     * @throws IOException if it is no JSON object, or larger than 64 KiB
     */
    public Optional<JsonNode> read(Path attachment) throws IOException {
        try {
            var json = JSON.readTree(bounded(attachment));
            if (!json.isObject()) {
                throw new IOException("device information " + attachment + " is no JSON object");
            }
            return Optional.of(json);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JacksonException e) {
            throw new IOException("device information " + attachment + " is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Removes the attachment's file; one that is absent is fine. */
    public void delete(Path attachment) throws IOException {
        Files.deleteIfExists(attachment);
    }

    private static byte[] bounded(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException("device information " + file + " is larger than " + MAX_BYTES + " bytes");
            }
            return bytes;
        }
    }

    private static String fileName(String text) {
        return text.replace('/', '-');
    }
}

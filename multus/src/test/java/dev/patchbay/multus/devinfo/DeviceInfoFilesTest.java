package dev.patchbay.multus.devinfo;

import static dev.patchbay.multus.TestConfigs.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceInfoFilesTest {

    @TempDir
    private Path folder;

    private DeviceInfoFiles files;
    private Path device;
    private Path attachment;

    @BeforeEach
    void setUp() throws IOException {
        files = new DeviceInfoFiles(folder);
        device = files.ofDevice("vendor.com/vf", "0000:03:02.1");
        attachment = files.ofAttachment("ns/vf", "sandbox1", "net1");
        Files.createDirectories(device.getParent());
    }

    @Test
    void namesFilesAsTheSpecificationDoes() {
        assertThat(device).isEqualTo(folder.resolve("dp/vendor.com-vf-0000:03:02.1-device.json"));
        assertThat(attachment).isEqualTo(folder.resolve("cni/ns-vf-sandbox1_net1"));
        assertThat(files.ofAttachment("../../etc", "s", "net1").getParent()).isEqualTo(folder.resolve("cni"));
    }

    @Test
    void copiesReadsAndDeletes() throws IOException {
        Files.writeString(device, "{\"type\": \"pci\", \"version\": \"1.1.0\"}");

        files.copy(device, attachment);
        assertThat(files.read(attachment)).contains(json("{'type': 'pci', 'version': '1.1.0'}"));
        try (var all = Files.list(attachment.getParent())) {
            assertThat(all).containsExactly(attachment);
        }

        files.delete(attachment);
        files.delete(attachment);
        assertThat(files.read(attachment)).isEmpty();
    }

    @Test
    void copiesNothingWhereTheDevicePluginWroteNothing() throws IOException {
        files.copy(device, attachment);

        assertThat(attachment).doesNotExist();
    }

    @Test
    void refusesWhatIsNoDeviceInformation() throws IOException {
        Files.createDirectories(attachment.getParent());

        Files.writeString(attachment, "[]");
        assertThatThrownBy(() -> files.read(attachment)).hasMessageContaining("is no JSON object");
        Files.writeString(attachment, "{");
        assertThatThrownBy(() -> files.read(attachment)).hasMessageContaining("is no JSON: ");
        Files.writeString(attachment, "{\"a\": \"" + "x".repeat(64 * 1024) + "\"}");
        assertThatThrownBy(() -> files.read(attachment)).hasMessageContaining("is larger than 65536 bytes");
    }
}

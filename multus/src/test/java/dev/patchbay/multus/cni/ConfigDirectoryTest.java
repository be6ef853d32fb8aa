package dev.patchbay.multus.cni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigDirectoryTest {

    @TempDir
    Path dir;

    @Test
    void takesTheFirstFileOfThatNetworkInTheOrderOfNames() throws Exception {
        write("20-b.conflist", "{'name': 'lan', 'plugins': [{'type': 'second'}]}");
        write("10-a.conf", "{'name': 'lan', 'type': 'first'}");
        write("00-other.json", "{'name': 'wan', 'type': 'other'}");

        assertThat(types("lan")).containsExactly("first");
        assertThat(types("wan")).containsExactly("other");
    }

    @Test
    void ignoresFilesOfOtherKinds() throws Exception {
        write("10-a.conf.bak", "{'name': 'lan', 'type': 'old'}");
        write("lan", "{'name': 'lan', 'type': 'old'}");
        Files.createDirectory(dir.resolve("20-dir.conf"));

        assertThatThrownBy(() -> NetworkConfigs.load(dir, "lan"))
                .isInstanceOf(CniException.class)
                .hasMessage("no configuration named lan is in %s", dir);
    }

    @Test
    void isNotHeldUpByABrokenFileOfAnotherNetwork() throws Exception {
        write("10-broken.conf", "{'name': 'lan', ");
        Files.write(dir.resolve("11-binary.conf"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        write("20-good.conf", "{'name': 'lan', 'type': 'good'}");

        assertThat(types("lan")).containsExactly("good");
    }

    @Test
    void namesTheBrokenFilesWhereTheNetworkIsNotFound() throws Exception {
        write("10-broken.conf", "{'name': 'lan', ");
        write("20-empty.conflist", "{'name': 'lan', 'plugins': []}");

        assertThatThrownBy(() -> NetworkConfigs.load(dir, "lan"))
                .hasMessageContaining("no configuration named lan")
                .hasMessageContaining("10-broken.conf: the CNI configuration is not valid JSON")
                .hasMessageContaining("20-empty.conflist: plugins is empty");
    }

    @Test
    void appendsThePluginsOfTheNetworksFolder() throws Exception {
        write("10-a.conflist", "{'name': 'lan', 'plugins': [{'type': 'inline'}]}");
        write("lan/20-two.conf", "{'type': 'two'}");
        write("lan/10-one.conf", "{'type': 'one'}");
        write("lan/30-no.json", "{'type': 'no'}");

        assertThat(types("lan")).containsExactly("inline", "one", "two");
    }

    @Test
    void takesAllPluginsFromTheFolderWhereTheListHasNone() throws Exception {
        write("10-a.conflist", "{'name': 'lan', 'loadOnlyInlinedPlugins': false}");
        write("lan/10-one.conf", "{'type': 'one'}");

        assertThat(types("lan")).containsExactly("one");
    }

    @Test
    void appendsNothingWhereTheListForbidsItOrIsASingleConfiguration() throws Exception {
        write("10-a.conflist", "{'name': 'lan', 'loadOnlyInlinedPlugins': 'true', 'plugins': [{'type': 'inline'}]}");
        write("lan/10-one.conf", "{'type': 'one'}");
        write("20-b.conf", "{'name': 'single', 'type': 'single'}");
        write("single/10-one.conf", "{'type': 'one'}");

        assertThat(types("lan")).containsExactly("inline");
        assertThat(types("single")).containsExactly("single");
    }

    @Test
    void saysThatNothingIsThereWhereTheDirectoryDoesNotExist() {
        var missing = dir.resolve("missing");

        assertThatThrownBy(() -> NetworkConfigs.load(missing, "lan"))
                .hasMessage("no configuration named lan is in %s", missing);
    }

    private List<String> types(String network) throws CniException {
        return NetworkConfigs.load(dir, network).plugins().stream()
                .map(plugin -> plugin.path("type").asString(""))
                .toList();
    }

    private void write(String name, String config) throws IOException {
        var file = dir.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, config.replace('\'', '"'));
    }
}

package dev.patchbay.verticles.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigLoaderTest {

    private static final Map<String, String> NODE = Map.of("NODE_NAME", "n1");

    @TempDir
    private Path folder;

    @Test
    void bindsTheDefaults() throws ConfigException {
        var config = load(NODE);

        assertThat(config.nodeName()).isEqualTo("n1");
        assertThat(config.cri().timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.cni().binDirs()).containsExactly(Path.of("/opt/cni/bin"));
        assertThat(config.cni().execPrefix()).isEmpty();
        assertThat(config.policy().globalNamespaces()).containsExactly("default");
        assertThat(config.policy().namespaceIsolation()).isTrue();
        assertThat(config.policy().reservedHostPorts()).contains(6443, 10250);
        assertThat(config.retry()).isEqualTo(new PatchbayConfig.Retry(Duration.ofMillis(500), Duration.ofSeconds(60)));
        assertThat(config.http()).isEqualTo(new PatchbayConfig.Http("0.0.0.0", 9345, ""));
        assertThat(config.resync()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void putsTheFileOverTheDefaultsKeyByKey() throws Exception {
        var config = load("""
                cni:
                  binDirs: [/a, /b]
                retry:
                  max: 2m
                policy:
                  restrictHostKeys: false
                """, NODE);

        assertThat(config.cni().binDirs()).containsExactly(Path.of("/a"), Path.of("/b"));
        assertThat(config.cni().parallelism()).isEqualTo(8);
        assertThat(config.retry()).isEqualTo(new PatchbayConfig.Retry(Duration.ofMillis(500), Duration.ofMinutes(2)));
        assertThat(config.policy().restrictHostKeys()).isFalse();
    }

    @Test
    void putsTheEnvironmentOverTheFile() throws Exception {
        var config = load(
                "nodeName: from-file\ncri: {socket: /from/file}\n",
                Map.of(
                        "NODE_NAME", "n1",
                        "PATCHBAY_CRI_SOCKET", "/from/environment",
                        "PATCHBAY_CNI_ADD_TIMEOUT", "90s",
                        "PATCHBAY_CNI_FOREIGN_CACHE_DIRS", "/x, /y,",
                        "PATCHBAY_CNI_EXEC_PREFIX", "",
                        "PATCHBAY_POLICY_RESERVED_HOST_PORTS", "1,2",
                        "PATCHBAY_HTTP_PORT", "0"));

        assertThat(config.nodeName()).isEqualTo("from-file");
        assertThat(config.cri().socket()).isEqualTo("/from/environment");
        assertThat(config.cni().addTimeout()).isEqualTo(Duration.ofSeconds(90));
        assertThat(config.cni().foreignCacheDirs()).containsExactly(Path.of("/x"), Path.of("/y"));
        assertThat(config.cni().execPrefix()).isEmpty();
        assertThat(config.policy().reservedHostPorts()).isEqualTo(List.of(1, 2));
        assertThat(config.http().port()).isZero();
    }

    @Test
    void takesTheNodesNameOfItsOwnVariableFirst() throws ConfigException {
        assertThat(load(Map.of("NODE_NAME", "n1", "PATCHBAY_NODE_NAME", "n2")).nodeName())
                .isEqualTo("n2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            foo: 1                     | unknown key foo; known here are nodeName, kubernetes, cri, cni, ipam, policy, retry
            cri: {sokcet: x}           | unknown key cri.sokcet; known here are socket, timeout
            cri: /run/x.sock           | cri must be a mapping
            cri: {socket: {a: b}}      | cri.socket must be a single value
            cri: {socket: [a]}         | cri.socket must be a single value
            cri: {socket: }            | cri.socket must be a single value
            cni: {binDirs: /a}         | cni.binDirs must be a list
            """)
    void refusesWhatDoesNotFitByItsPathInTheFile(String text, String message) {
        fails(text).withMessageStartingWith(file() + ": " + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cri: {timeout: 5}                    | cri.timeout          | a duration such as 200ms, 5s, 10m or 1h is expected
            cri: {timeout: 5 parsecs}            | cri.timeout          | a duration such as 200ms, 5s, 10m or 1h is expected
            cni: {parallelism: many}             | cni.parallelism      | many
            policy: {restrictHostKeys: perhaps}  | policy.restrictHostKeys | perhaps
            policy: {reservedHostPorts: [1, x]}  | policy.reservedHostPorts[1] | x
            """)
    void namesTheKeyWhoseValueIsOfTheWrongType(String text, String key, String about) {
        fails(text)
                .withMessageStartingWith("the value of %s is wrong: ", key)
                .withMessageContaining(about)
                .withMessageNotContaining("value of type");
    }

    @Test
    void namesTheLineOfBrokenYaml() {
        fails("cri:\n  socket: [a\nretry: {}\n").withMessageStartingWith(file() + ", line 3, column ");
    }

    @Test
    void refusesAKeyThatIsGivenTwice() {
        fails("cri:\n  socket: a\n  socket: b\n").withMessageStartingWith(file() + ", line 3, column ");
    }

    @Test
    void refusesBytesThatAreNoYaml() {
        fails("cri: \u0007\n").withMessageStartingWith(file().toString());
    }

    @Test
    void refusesAListAtTheTop() {
        fails("- a\n").withMessage(file() + ": a YAML mapping is expected at the top");
    }

    @ParameterizedTest
    @CsvSource({"''", "'# nothing but a comment'", "'---'"})
    void takesAnEmptyFileForTheDefaults(String text) throws Exception {
        assertThat(load(text, NODE)).isEqualTo(load(NODE));
    }

    @Test
    void namesTheFileThatIsNotThere() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new ConfigLoader().load(Optional.of(file()), NODE))
                .withMessage("the configuration file %s cannot be read: there is no such file", file());
    }

    private ThrowableAssertAlternative<ConfigException> fails(String text) {
        return assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> load(text, NODE));
    }

    private Path file() {
        return folder.resolve("patchbay.yaml");
    }

    private PatchbayConfig load(String text, Map<String, String> environment) throws ConfigException, IOException {
        Files.writeString(file(), text);
        return new ConfigLoader().load(Optional.of(file()), environment);
    }

    private static PatchbayConfig load(Map<String, String> environment) throws ConfigException {
        return new ConfigLoader().load(Optional.empty(), environment);
    }
}

package dev.patchbay.verticles.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.verticles.config.ConfigLoader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void explainsItself() {
        assertThat(execute("--help")).isZero();
        assertThat(out.toString()).contains("Usage: patchbay", "run", "defaults");

        assertThat(execute("run", "--help")).isZero();
        assertThat(out.toString()).contains("Usage: patchbay run", "--config=FILE");
    }

    @Test
    void tellsItsVersion() {
        assertThat(execute("--version")).isZero();
        assertThat(out.toString()).startsWith("patchbay ");
    }

    @Test
    void printsTheDefaultsFileAsItIs() {
        assertThat(execute("defaults")).isZero();
        assertThat(out.toString()).isEqualTo(ConfigLoader.defaults());
    }

    @Test
    void refusesABadConfigurationWithOneLineAndCode2(@TempDir Path folder) throws IOException {
        var file = folder.resolve("patchbay.yaml");
        Files.writeString(file, "cri: {sokcet: /run/x.sock}\n");

        assertThat(execute("run", "--config", file.toString())).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "patchbay: %s: unknown key cri.sokcet; known here are socket, timeout".formatted(file));
    }

    @Test
    void refusesAMissingConfigurationFile(@TempDir Path folder) {
        var file = folder.resolve("none.yaml");

        assertThat(execute("run", "--config", file.toString())).isEqualTo(2);
        assertThat(err.toString()).startsWith("patchbay: the configuration file %s cannot be read: ".formatted(file));
    }

    @Test
    void refusesAMissingKubeconfigWithOneLine(@TempDir Path folder) throws IOException {
        var file = folder.resolve("patchbay.yaml");
        Files.writeString(file, """
                nodeName: node-1
                kubernetes: {kubeconfig: %1$s/none}
                cri: {socket: %1$s/none.sock}
                cni: {cacheDir: %1$s/records}
                ipam: {directory: %1$s/blocks}
                """.formatted(folder));

        assertThat(execute("run", "--config", file.toString())).isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("patchbay: kubernetes.kubeconfig %s/none cannot be used: ".formatted(folder));
    }

    @Test
    void refusesCommandsThatItDoesNotKnow() {
        assertThat(execute("plug")).isEqualTo(2);
        assertThat(err.toString()).contains("plug", "Usage: patchbay");
    }

    @Test
    void asksForACommandWhereNoneIsGiven() {
        assertThat(execute()).isEqualTo(2);
        assertThat(err.toString()).contains("Missing required subcommand", "Usage: patchbay");
    }

    private int execute(String... args) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}

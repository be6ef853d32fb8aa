package dev.patchbay.multus.cni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.patchbay.multus.TestConfigs;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runtime with real processes: plugins are shell scripts. */
class CniRuntimeTest {

    private static final String RESULT = "{\"cniVersion\":\"1.0.0\",\"ips\":[{\"address\":\"10.0.0.2/24\"}]}";

    @TempDir
    Path dir;

    @Test
    void handsEachResultToTheNextPluginAndReturnsTheLast() throws Exception {
        plugin("one", "cat > one.in; echo '%s'".formatted(RESULT));
        plugin("two", "cat > two.in; echo '{\"cniVersion\":\"1.0.0\",\"ips\":[{\"address\":\"10.0.0.9/24\"}]}'");

        var result = runtime().add(call("1.0.0", "one", "two"));

        assertThat(result.ips().getFirst().address()).isEqualTo("10.0.0.9/24");
        assertThat(read("one.in")).doesNotContain("prevResult");
        assertThat(read("two.in"))
                .contains("\"prevResult\":{\"cniVersion\":\"1.0.0\"")
                .contains("10.0.0.2/24");
    }

    @Test
    void runsDelInReverseAndGoesOnAfterAFailure() throws Exception {
        plugin("one", "echo one >> order");
        plugin("two", "echo two >> order; echo '{\"code\":100,\"msg\":\"no\"}'; exit 1");
        plugin("three", "cat > three.in; echo three >> order");

        assertThatThrownBy(() -> runtime().del(call("0.4.0", "one", "two", "three"), Optional.of(CniResult.EMPTY)))
                .hasMessageContaining("plugin two failed with exit code 1: no (CNI code 100)");

        assertThat(read("order")).isEqualTo("three\ntwo\none\n");
        assertThat(read("three.in")).contains("prevResult");
    }

    @Test
    void givesNoPreviousResultToADelBelow040() throws Exception {
        plugin("one", "cat > one.in");

        runtime().del(call("0.3.1", "one"), Optional.of(CniResult.EMPTY));

        assertThat(read("one.in")).doesNotContain("prevResult");
    }

    @Test
    void givesThePluginNothingOfItsOwnEnvironment() throws Exception {
        plugin("one", "env > one.env; echo '%s'".formatted(RESULT));

        runtime().add(call("1.0.0", "one"));

        assertThat(read("one.env").lines().map(line -> line.replaceAll("=.*", "")))
                .filteredOn(name -> !List.of("PWD", "SHLVL", "_", "OLDPWD").contains(name))
                .containsExactlyInAnyOrder(
                        "CNI_COMMAND",
                        "CNI_CONTAINERID",
                        "CNI_NETNS",
                        "CNI_IFNAME",
                        "CNI_ARGS",
                        "CNI_PATH",
                        "PATH",
                        ProcessTrees.MARK);
        assertThat(read("one.env")).contains("CNI_ARGS=A=1;B=2").contains("CNI_PATH=" + dir);
    }

    @Test
    void putsThePrefixBeforeThePlugin() throws Exception {
        plugin("one", "echo \"$MADE_BY_PREFIX\" > prefix; echo '%s'".formatted(RESULT));

        new CniRuntime(options().withExecPrefix(List.of("/usr/bin/env", "MADE_BY_PREFIX=yes")))
                .add(call("1.0.0", "one"));

        assertThat(read("prefix")).isEqualTo("yes\n");
    }

    /** Failure F7: whoever the plugin started is ended too, even when its parent is dead already. */
    @Test
    void endsTheGrandchildrenAtTheTimeLimit() throws Exception {
        plugin(
                "one",
                "(sleep 1.5; touch %1$s/committed) & (sh -c 'sleep 1.5; touch %1$s/orphan' &) ; sleep 60"
                        .formatted(dir));

        var failure =
                failure(new CniRuntime(options().withTimeouts(Duration.ofMillis(500), Duration.ofSeconds(1))), "one");

        assertThat(failure.kind()).isEqualTo(CniException.Kind.TIMEOUT);
        assertThat(failure.getMessage()).contains("did not end within 500 ms");
        assertThat(ProcessTrees.killLeftovers("id", "net1")).isZero();
        assertThat(dir.resolve("committed")).doesNotExist();
        assertThat(dir.resolve("orphan")).doesNotExist();
    }

    @Test
    void findsWhatAnEarlierRunLeft() throws Exception {
        var builder = new ProcessBuilder("sleep", "60");
        builder.environment()
                .putAll(Map.of(ProcessTrees.MARK, "earlier", "CNI_CONTAINERID", "left", "CNI_IFNAME", "net1"));
        var process = builder.start();

        assertThat(ProcessTrees.killLeftovers("left", "net2")).isZero();
        assertThat(ProcessTrees.killLeftovers("left", "net1")).isEqualTo(1);
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void boundsWhatAPluginPrints() throws Exception {
        plugin("one", "exec yes 0123456789");

        var failure = failure(runtime(), "one");

        assertThat(failure.kind()).isEqualTo(CniException.Kind.BROKEN_OUTPUT);
        assertThat(failure.getMessage())
                .contains("printed more than 1048576 bytes")
                .hasSizeLessThan(3000);
    }

    @Test
    void classifiesAndQuotesFailures() throws Exception {
        plugin("signal", "kill -9 $$");
        plugin("panic", "echo 'goroutine 1' >&2; exit 2");
        plugin("later", "echo '{\"code\":11,\"msg\":\"later\"}'; exit 1");
        plugin("config", "echo '{\"code\":7,\"msg\":\"bad\",\"details\":\"very\"}'; exit 1");
        plugin("sandbox", "echo '{\"code\":3,\"msg\":\"who\"}'; exit 1");
        plugin("noise", "echo 'hello'; echo '%s'".formatted(RESULT));
        plugin("silent", "exit 0");

        assertFailure("signal", CniException.Kind.BROKEN_OUTPUT, "ended by signal 9");
        assertFailure("panic", CniException.Kind.BROKEN_OUTPUT, "exit code 2; stderr: goroutine 1");
        assertFailure("later", CniException.Kind.TRY_AGAIN, "later (CNI code 11)");
        assertFailure("config", CniException.Kind.CONFIGURATION, "bad; very (CNI code 7)");
        assertFailure("sandbox", CniException.Kind.SANDBOX, "who");
        assertFailure("noise", CniException.Kind.BROKEN_OUTPUT, "it printed: hello");
        assertFailure("silent", CniException.Kind.BROKEN_OUTPUT, "is no result");
        assertFailure("absent", CniException.Kind.PLUGIN_MISSING, "failed to find plugin \"absent\" in path [" + dir);
    }

    private void assertFailure(String plugin, CniException.Kind kind, String words) {
        var failure = failure(runtime(), plugin);
        assertThat(failure.kind()).as(plugin).isEqualTo(kind);
        assertThat(failure.getMessage()).contains("ADD of net1 to network net").contains(words);
    }

    /** Failure F3: nothing was run, so no DEL is owed. */
    @Test
    void tellsThatNothingRanWhenThePluginCannotBeExecuted() throws Exception {
        Files.writeString(dir.resolve("plain"), "#!/bin/sh\n");
        Files.createDirectory(dir.resolve("folder"));

        assertThat(failure(runtime(), "plain").pluginRan()).isFalse();
        assertThat(failure(runtime(), "folder").pluginRan()).isFalse();
    }

    @Test
    void tellsTheLastGoodResultWhenALaterPluginFails() throws Exception {
        plugin("one", "echo '%s'".formatted(RESULT));

        var failure = catchThrowableOfType(CniException.class, () -> runtime().add(call("1.0.0", "one", "absent")));

        assertThat(failure.lastResult()).isPresent();
        assertThat(failure.pluginRan()).isTrue();
    }

    /** Failure F30: an installer has the binary open for writing. */
    @Test
    void waitsForABinaryThatIsBeingReplaced() throws Exception {
        plugin("one", "echo '%s'".formatted(RESULT));
        Files.copy(Path.of("/bin/sh"), dir.resolve("busy"), StandardCopyOption.COPY_ATTRIBUTES);
        var writer = new FileOutputStream(dir.resolve("busy").toFile(), true);
        Thread.ofPlatform().start(() -> closeAfterAFewTries(writer));

        // The shell gets the configuration on stdin, does not understand it, and says so: it was executed.
        var failure = failure(runtime(), "busy");

        assertThat(failure.kind()).isNotEqualTo(CniException.Kind.PLUGIN_MISSING);
    }

    private static void closeAfterAFewTries(FileOutputStream writer) {
        try (writer) {
            Thread.sleep(250);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void doesNotHangOnAPluginThatReadsNothing() throws Exception {
        plugin("deaf", "echo '%s'".formatted(RESULT));
        var big = TestConfigs.list("{'cniVersion':'1.0.0','name':'net','plugins':[{'type':'deaf','x':'%s'}]}"
                .formatted("y".repeat(300_000)));

        assertThat(runtime().add(call(big)).ips()).hasSize(1);
    }

    @Test
    void gatesCheckGcAndStatusByVersionAndSwitch() throws Exception {
        plugin("one", "echo \"$CNI_COMMAND\" >> verbs");

        assertThatThrownBy(() -> runtime().check(call("0.3.1", "one"), CniResult.EMPTY))
                .hasMessageContaining("has no CHECK");
        runtime().status(list("1.0.0", "one"));
        runtime().gc(list("1.0.0", "one"), List.of());
        runtime()
                .gc(
                        new NetworkConfigList(
                                "net",
                                "1.1.0",
                                true,
                                true,
                                list("1.1.0", "one").plugins(),
                                list("1.1.0", "one").json()),
                        List.of());
        assertThat(dir.resolve("verbs")).doesNotExist();

        runtime().check(call("0.4.0", "one"), CniResult.EMPTY);
        runtime().status(list("1.1.0", "one"));
        runtime().gc(list("1.1.0", "one"), List.of());
        assertThat(read("verbs")).isEqualTo("CHECK\nSTATUS\nGC\n");
    }

    @Test
    void asksAPluginForItsVersions() throws Exception {
        plugin("new", "echo '{\"cniVersion\":\"1.1.0\",\"supportedVersions\":[\"0.4.0\",\"1.1.0\"]}'");
        plugin("old", "echo '{\"cniVersion\":\"0.2.0\"}'");
        plugin("oldest", "echo '{\"code\":4,\"msg\":\"unknown CNI_COMMAND: VERSION\"}'; exit 1");

        assertThat(runtime().supportedVersions("new")).containsExactly("0.4.0", "1.1.0");
        assertThat(runtime().supportedVersions("old")).containsExactly("0.1.0", "0.2.0");
        assertThat(runtime().supportedVersions("oldest")).containsExactly("0.1.0");
    }

    private CniException failure(CniRuntime runtime, String plugin) {
        return catchThrowableOfType(CniException.class, () -> runtime.add(call("1.0.0", plugin)));
    }

    private CniRuntime runtime() {
        return new CniRuntime(options());
    }

    private CniOptions options() {
        return CniOptions.of(List.of(dir)).withTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(20));
    }

    private static CniCall call(String version, String... plugins) {
        return call(list(version, plugins));
    }

    private static CniCall call(NetworkConfigList list) {
        return new CniCall(
                list, "id", "/netns", "net1", List.of(new CniCall.Arg("A", "1"), new CniCall.Arg("B", "2")), Map.of());
    }

    private static NetworkConfigList list(String version, String... plugins) {
        var types = String.join(
                ",", List.of(plugins).stream().map("{'type':'%s'}"::formatted).toList());
        return TestConfigs.list("{'cniVersion':'%s','name':'net','plugins':[%s]}".formatted(version, types));
    }

    private void plugin(String name, String body) throws IOException {
        var file = Files.writeString(
                dir.resolve(name), "#!/bin/sh\ncd %s\n%s\n".formatted(dir, body), StandardOpenOption.CREATE_NEW);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private String read(String name) throws IOException {
        return Files.readString(dir.resolve(name));
    }
}

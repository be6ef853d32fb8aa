package dev.patchbay.multus.cni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.patchbay.multus.TestConfigs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ways in which plugins, as real processes, end or do not end. */
class PluginEndingsTest {

    private static final String RESULT = "{\"cniVersion\":\"1.0.0\",\"ips\":[{\"address\":\"10.0.0.2/24\"}]}";

    @TempDir
    Path dir;

    @Test
    void convertsAResultOfAnOlderVersionForTheNextPlugin() throws Exception {
        plugin("old", "echo '{\"cniVersion\":\"0.3.1\",\"ips\":[{\"version\":\"4\",\"address\":\"10.0.0.2/24\"}]}'");
        plugin("next", "cat > next.in; echo '%s'".formatted(RESULT));

        runtime().add(call("old", "next"));

        assertThat(TestConfigs.json(Files.readString(dir.resolve("next.in")))
                        .path("prevResult")
                        .toString())
                .isEqualTo("{\"cniVersion\":\"1.0.0\",\"ips\":[{\"address\":\"10.0.0.2/24\"}],\"dns\":{}}");
    }

    @Test
    void takesNullForAnEmptyResult() throws Exception {
        plugin("one", "echo null");

        assertThat(runtime().add(call("one"))).isEqualTo(CniResult.EMPTY);
    }

    @Test
    void refusesTextAfterTheResult() throws Exception {
        plugin("one", "echo '%s'; echo bye".formatted(RESULT));

        assertThat(failure("one").kind()).isEqualTo(CniException.Kind.BROKEN_OUTPUT);
    }

    /** Go's os.Exit(-1). */
    @Test
    void doesNotTakeAHighExitCodeForASignal() throws Exception {
        plugin("one", "exit 255");

        assertThat(failure("one")).hasMessageContaining("failed with exit code 255");
    }

    @Test
    void believesAnErrorObjectWhateverTheExitCode() throws Exception {
        plugin("one", "echo '{\"code\":11,\"msg\":\"later\"}'; exit 130");

        var failure = failure("one");

        assertThat(failure.kind()).isEqualTo(CniException.Kind.TRY_AGAIN);
        assertThat(failure).hasMessageContaining("later (CNI code 11)");
    }

    @Test
    void letsAPluginLogAsMuchAsItLikesAndQuotesTheEnd() throws Exception {
        plugin("chatty", "yes noise | head -c 5000000 >&2; echo '%s'".formatted(RESULT));
        plugin("failing", "yes noise | head -c 5000000 >&2; echo 'the reason' >&2; exit 1");

        assertThat(runtime().add(call("chatty")).ips()).hasSize(1);
        assertThat(failure("failing").getMessage()).endsWith("the reason").hasSizeLessThan(2000);
    }

    /** Were it waited for, the call would end at its time limit. */
    @Test
    void doesNotWaitForAGrandchildThatKeepsTheOutputOpen() throws Exception {
        plugin("one", "sleep 60 & echo '%s'".formatted(RESULT));

        try {
            assertThat(runtime().add(call("one")).ips()).hasSize(1);
        } finally {
            ProcessTrees.killLeftovers("endings", "net1");
        }
    }

    @Test
    void stripsControlCharactersFromWhatIsQuoted() throws Exception {
        plugin("one", "printf 'a\\033[31mb\\302\\233c\\n' >&2; exit 1");

        assertThat(failure("one").getMessage())
                .doesNotContain("\u001b", "\u009b", "\n")
                .contains("a [31mb c");
    }

    @Test
    void doesNotTakeSilenceForAnAnswerToVersion() throws Exception {
        plugin("one", "exit 0");

        assertThat(catchThrowableOfType(CniException.class, () -> runtime().supportedVersions("one")))
                .hasMessageContaining("VERSION: plugin one printed no");
    }

    /** Plugins that hang must not use up what other calls need, such as the threads that read their output. */
    @Test
    void isNotHeldUpByOthersThatHang() throws Exception {
        plugin("hanging", "sleep 60");
        plugin("quick", "cat > /dev/null; echo '%s'".formatted(RESULT));
        var slow = new CniRuntime(options().withTimeouts(Duration.ofSeconds(8), Duration.ofSeconds(8)));
        try (var executor = Executors.newFixedThreadPool(40)) {
            var hanging = new ArrayList<Callable<CniException>>();
            for (int i = 0; i < 32; i++) {
                hanging.add(() -> catchThrowableOfType(CniException.class, () -> slow.add(call("hanging"))));
            }
            var running = hanging.stream().map(executor::submit).toList();

            var quick = executor.submit(() -> runtime().add(call("quick")));

            assertThat(quick.get(6, TimeUnit.SECONDS).ips()).hasSize(1);
            assertThat(running).noneMatch(future -> future.isDone());
            for (var future : running) {
                assertThat(future.get(20, TimeUnit.SECONDS).kind()).isEqualTo(CniException.Kind.TIMEOUT);
            }
        }
    }

    private CniException failure(String plugin) {
        return catchThrowableOfType(CniException.class, () -> runtime().add(call(plugin)));
    }

    private CniRuntime runtime() {
        return new CniRuntime(options());
    }

    private CniOptions options() {
        return CniOptions.of(List.of(dir)).withTimeouts(Duration.ofSeconds(20), Duration.ofSeconds(20));
    }

    private static CniCall call(String... plugins) {
        var types = String.join(
                ",", List.of(plugins).stream().map("{'type':'%s'}"::formatted).toList());
        return new CniCall(TestConfigs.plugins("[" + types + "]"), "endings", "/netns", "net1", List.of(), Map.of());
    }

    private void plugin(String name, String body) throws IOException {
        var file = Files.writeString(dir.resolve(name), "#!/bin/sh\ncd %s\n%s\n".formatted(dir, body));
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}

package dev.patchbay.multus.ipam;

import static dev.patchbay.multus.ipam.FakeAgent.http;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The plugin's binary where something is wrong: always exit code 1, one CNI error object, and within the time limit. */
class PatchbayPluginFailuresTest {

    private static final int INVALID_ENVIRONMENT = 4;
    private static final int IO_FAILURE = 5;
    private static final int INVALID_CONFIG = 7;
    private static final int TRY_AGAIN = 11;
    private static final String CONFIG = "{\"cniVersion\":\"0.4.0\"}";
    private static final int MEBIBYTE = 1 << 20;

    @TempDir
    Path dir;

    static Stream<Arguments> brokenAnswers() {
        return Stream.of(
                Arguments.of("nothing at all", "", "closed the connection before its answer was whole"),
                Arguments.of("half a head", "HTTP/1.1 200 OK\r\nContent-Le", "before its answer was whole"),
                Arguments.of("half a body", http("200 OK", "{\"ips\":[]}").replace("]}", ""), "was whole"),
                Arguments.of("no HTTP", "220 mail.example.org ESMTP\r\n\r\n", "answer is not HTTP"),
                Arguments.of("binary", "\0\1\2\u00ff\"\\\n", "answer is not HTTP"),
                Arguments.of("no length", "HTTP/1.1 200 OK\r\n\r\n{}", "has no Content-Length"),
                Arguments.of(
                        "chunks",
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                        "has no Content-Length"),
                Arguments.of(
                        "length only in the body",
                        "HTTP/1.1 200 OK\r\n\r\n\r\nContent-Length: 2\r\n\r\n{}",
                        "has no Content-Length"),
                Arguments.of("a long body", http("200 OK", "{" + "a".repeat(MEBIBYTE)), "is over 1 MiB"),
                Arguments.of("a huge length", "HTTP/1.1 200 OK\r\nContent-Length: 9e99\r\n\r\n{}", "was whole"),
                Arguments.of("length " + "9".repeat(40), length("9".repeat(40)), "is over 1 MiB"),
                Arguments.of("a negative length", length("-1"), "is over 1 MiB"),
                Arguments.of("a length that is no number", length("two"), "Content-Length no number"),
                Arguments.of("a long head", "HTTP/1.1 200 OK\r\nA: " + "a".repeat(20_000), "is over 16 KiB"),
                Arguments.of("text", http("404 Not Found", "Resource not found"), "is no CNI object"),
                Arguments.of("text as success", http("200 OK", "<html>"), "is no CNI object"),
                Arguments.of("an error without a word", http("500 Oops", ""), "is no CNI object"));
    }

    private static String length(String length) {
        return "HTTP/1.1 200 OK\r\nContent-Length: %s\r\n\r\n{}".formatted(length);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenAnswers")
    void asksToTryAgainAfter(String name, String answer, String message) throws Exception {
        try (var _ = FakeAgent.answering(socket(), answer)) {
            var error = failure(environment(), CONFIG, TRY_AGAIN);

            assertThat(error.path("msg").asString(""))
                    .startsWith("patchbay IPAM: ")
                    .contains(message);
            assertThat(error.path("details").asString("")).startsWith(socket().toString());
        }
    }

    @Test
    void quotesWhatItGotWithinBounds() throws Exception {
        try (var _ = FakeAgent.answering(socket(), "\"\\\u00e4\t" + "x".repeat(10_000))) {
            var details = failure(environment(), CONFIG, TRY_AGAIN).path("details");

            assertThat(details.asString("")).contains(": \"\\..xxx").hasSizeLessThan(600);
        }
    }

    @Test
    void waitsForASilentAgentUntilTheTimeLimit() throws Exception {
        try (var _ = FakeAgent.start(socket(), FakeAgent.Connection::keep)) {
            assertTimesOut();
        }
    }

    @Test
    void waitsForAnAgentThatReadsNothingUntilTheTimeLimit() throws Exception {
        try (var _ = FakeAgent.start(socket(), _ -> TimeUnit.SECONDS.sleep(20))) {
            assertTimesOut();
        }
    }

    @Test
    void waitsForAnAgentThatDribblesUntilTheTimeLimit() throws Exception {
        FakeAgent.Behaviour dribble = connection -> {
            connection.send("HTTP/1.1 200 OK\r\nA: ");
            while (true) {
                connection.send("a");
                TimeUnit.MILLISECONDS.sleep(10);
            }
        };
        try (var _ = FakeAgent.start(socket(), dribble)) {
            assertTimesOut();
        }
    }

    private void assertTimesOut() throws IOException, InterruptedException {
        var run = PluginRun.of(withTimeout("1"), CONFIG + " ".repeat(MEBIBYTE / 2));

        var error = error(run, TRY_AGAIN);
        assertThat(error.path("msg").asString("")).contains("the time limit has passed");
        assertThat(error.path("details").asString("")).contains(socket().toString());
        assertThat(run.took()).isBetween(Duration.ofMillis(900), Duration.ofSeconds(4));
    }

    @Test
    void doesNotWaitForStdinForEver() throws Exception {
        var process = PluginRun.start(List.of(PluginRun.BINARY.toString()), withTimeout("1"));

        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
                .contains("\"code\":11", "waiting for: the end of stdin");
        assertThat(PluginRun.exit(process)).isEqualTo(1);
    }

    @Test
    void givesUpOnAnAbsentAgentAfterFiveSeconds() throws Exception {
        var run = PluginRun.of(environment(), CONFIG);

        assertThat(error(run, TRY_AGAIN).toString())
                .contains("the node's agent cannot be reached", socket().toString(), "No such file or directory");
        assertThat(run.took()).isBetween(Duration.ofMillis(4500), Duration.ofSeconds(9));
    }

    @Test
    void givesUpOnAnAbsentAgentAtTheTimeLimit() throws Exception {
        var run = PluginRun.of(withTimeout("1"), CONFIG);

        error(run, TRY_AGAIN);
        assertThat(run.took()).isBetween(Duration.ofMillis(700), Duration.ofSeconds(4));
    }

    /** An agent that was killed leaves its socket behind. */
    @Test
    void takesADeadSocketForAnAbsentAgent() throws Exception {
        FakeAgent.answering(socket(), "").close();

        assertThat(Files.exists(socket())).isTrue();
        assertThat(failure(withTimeout("1"), CONFIG, TRY_AGAIN).path("details").asString(""))
                .contains("Connection refused");
    }

    @Test
    void doesNotWaitWhereWaitingHelpsNothing() throws Exception {
        var environment = environment();
        environment.put("PATCHBAY_IPAM_SOCKET", "/etc/passwd/ipam.sock");

        var run = PluginRun.of(environment, CONFIG);

        assertThat(error(run, TRY_AGAIN).path("details").asString("")).contains("Not a directory");
        assertThat(run.took()).isLessThan(Duration.ofSeconds(3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CNI_CONTAINERID", "CNI_NETNS", "CNI_IFNAME", "CNI_ARGS", "CNI_PATH"})
    void refusesControlCharactersInAVariable(String name) throws Exception {
        try (var _ = FakeAgent.answering(socket(), http("200 OK", "{}"))) {
            for (var text : List.of("a\r\nCNI-Command: DEL", "a\nb", "\t", "a\u007f", "\u0001")) {
                var environment = environment();
                environment.put(name, text);

                var error = failure(environment, CONFIG, INVALID_ENVIRONMENT);

                assertThat(error.path("msg").asString("")).contains("control character");
                assertThat(error.path("details").asString("")).startsWith(name);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CNI_COMMAND           | add   | the command is unknown
            CNI_COMMAND           | ''    | the command is unknown
            CNI_COMMAND           | A D   | the command is unknown
            PATCHBAY_IPAM_TIMEOUT | 0     | must be 1 to 3600 seconds
            PATCHBAY_IPAM_TIMEOUT | 3601  | must be 1 to 3600 seconds
            PATCHBAY_IPAM_TIMEOUT | 30s   | must be 1 to 3600 seconds
            PATCHBAY_IPAM_TIMEOUT | -1    | must be 1 to 3600 seconds
            PATCHBAY_IPAM_TIMEOUT | 99999999999999999999 | must be 1 to 3600 seconds
            """)
    void refusesAValue(String name, String value, String message) throws Exception {
        var environment = environment();
        environment.put(name, value);

        var error = failure(environment, CONFIG, INVALID_ENVIRONMENT);

        assertThat(error.path("msg").asString("")).contains(message);
        assertThat(error.path("details").asString("")).startsWith(name).contains(value);
    }

    @Test
    void refusesVariablesThatFillAHeadAlone() throws Exception {
        var environment = environment();
        environment.put("CNI_ARGS", "A=" + "a".repeat(20_000));
        try (var _ = FakeAgent.answering(socket(), http("200 OK", "{}"))) {
            assertThat(failure(environment, CONFIG, INVALID_ENVIRONMENT)
                            .path("msg")
                            .asString(""))
                    .contains("over 16 KiB");
        }
    }

    @Test
    void refusesAPathThatIsNoSocketsPath() throws Exception {
        var environment = environment();
        environment.put("PATCHBAY_IPAM_SOCKET", "/" + "a".repeat(108));

        assertThat(failure(environment, CONFIG, INVALID_ENVIRONMENT).path("msg").asString(""))
                .contains("path is too long");
    }

    @Test
    void refusesAConfigurationOverAMebibyte() throws Exception {
        var error = failure(environment(), CONFIG + " ".repeat(MEBIBYTE), INVALID_CONFIG);

        assertThat(error.path("msg").asString("")).contains("over 1 MiB");
    }

    @Test
    void refusesACallWithoutACommand() throws Exception {
        var run = PluginRun.of(Map.of(), CONFIG);

        assertThat(run.out())
                .isEqualTo("{\"cniVersion\":\"1.1.0\",\"code\":4,"
                        + "\"msg\":\"patchbay IPAM: a CNI variable is missing\",\"details\":\"CNI_COMMAND\"}\n");
        assertThat(run.exit()).isEqualTo(1);
    }

    @Test
    void failsWithoutStdin() throws Exception {
        var run = PluginRun.of(List.of("/bin/sh", "-c", PluginRun.BINARY + " <&-"), environment(), "");

        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.error().path("code").asInt()).isEqualTo(IO_FAILURE);
    }

    /** The socket must not take the place of stdout, else the agent gets the answer that it gave. */
    @Test
    void failsWithoutStdout() throws Exception {
        try (var _ = FakeAgent.answering(socket(), http("200 OK", "{}"))) {
            var run = PluginRun.of(List.of("/bin/sh", "-c", PluginRun.BINARY + " >&-"), environment(), CONFIG);

            assertThat(run.exit()).isEqualTo(1);
        }
    }

    private static JsonNode failure(Map<String, String> environment, String stdin, int code)
            throws IOException, InterruptedException {
        return error(PluginRun.of(environment, stdin), code);
    }

    private static JsonNode error(PluginRun run, int code) throws IOException {
        assertThat(run.exit()).isEqualTo(1);
        assertThat(run.error().path("code").asInt()).as(run.out()).isEqualTo(code);
        assertThat(run.error().properties().stream().map(Map.Entry::getKey))
                .containsExactly("cniVersion", "code", "msg", "details");
        return run.error();
    }

    private Path socket() {
        return dir.resolve("ipam.sock");
    }

    private Map<String, String> withTimeout(String seconds) {
        var environment = environment();
        environment.put("PATCHBAY_IPAM_TIMEOUT", seconds);
        return environment;
    }

    private Map<String, String> environment() {
        return new TreeMap<>(Map.of("CNI_COMMAND", "ADD", "PATCHBAY_IPAM_SOCKET", socket().toString()));
    }
}

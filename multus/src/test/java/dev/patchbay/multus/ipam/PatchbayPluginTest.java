package dev.patchbay.multus.ipam;

import static dev.patchbay.multus.ipam.FakeAgent.http;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The plugin's binary and an agent that behaves: what goes over the socket, and what comes back. */
class PatchbayPluginTest {

    private static final int MEBIBYTE = 1 << 20;
    private static final String RESULT = "{\"cniVersion\":\"1.0.0\",\"ips\":[{\"address\":\"10.0.0.2/24\"}]}";

    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"ADD", "DEL", "CHECK", "GC", "STATUS"})
    void handsACallOverByteForByte(String command) throws Exception {
        var everyByte = IntStream.range(0, 256).mapToObj(Character::toString).collect(Collectors.joining());
        var environment = environment(command);
        environment.putAll(Map.of(
                "CNI_CONTAINERID", "c0ffee",
                "CNI_NETNS", "/var/run/netns/a b",
                "CNI_IFNAME", "net1",
                "CNI_ARGS", "IgnoreUnknown=1;K8S_POD_NAME=web",
                "CNI_PATH", "/opt/cni/bin:/usr/lib/cni",
                "OTHER", "not for the agent"));
        try (var agent = FakeAgent.answering(socket(), http("200 OK", RESULT))) {
            var run = PluginRun.of(environment, everyByte);

            var request = agent.request();
            assertThat(request.line()).isEqualTo("POST /cni HTTP/1.1");
            assertThat(request.headers())
                    .containsEntry("CNI-Command", command)
                    .containsEntry("CNI-ContainerID", "c0ffee")
                    .containsEntry("CNI-Netns", "/var/run/netns/a b")
                    .containsEntry("CNI-IfName", "net1")
                    .containsEntry("CNI-Args", "IgnoreUnknown=1;K8S_POD_NAME=web")
                    .containsEntry("CNI-Path", "/opt/cni/bin:/usr/lib/cni")
                    .containsEntry("Connection", "close")
                    .containsEntry("Content-Length", "256")
                    .containsKeys("Host", "Content-Type", "Patchbay-Timeout-Ms")
                    .hasSize(11);
            assertThat(request.body()).isEqualTo(everyByte);
            assertThat(run.out()).isEqualTo(RESULT);
            assertThat(run.exit()).isZero();
        }
    }

    @Test
    void tellsAnUnsetVariableFromAnEmptyOne() throws Exception {
        var environment = environment("DEL");
        environment.put("CNI_NETNS", "");
        try (var agent = FakeAgent.answering(socket(), http("200 OK", ""))) {
            PluginRun.of(environment, "{}");

            assertThat(agent.request().headers())
                    .containsEntry("CNI-Netns", "")
                    .doesNotContainKeys("CNI-ContainerID", "CNI-IfName", "CNI-Args", "CNI-Path");
        }
    }

    @Test
    void printsNothingForAnEmptyAnswer() throws Exception {
        try (var _ = FakeAgent.answering(socket(), http("200 OK", ""))) {
            var run = PluginRun.of(environment("DEL"), "{}");

            assertThat(run.out()).isEmpty();
            assertThat(run.exit()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"400 Bad Request", "500 Internal Server Error", "503 Service Unavailable", "201 Created"})
    void failsWithTheErrorThatTheAgentAnswers(String status) throws Exception {
        var error = "{\"cniVersion\":\"1.0.0\",\"code\":100,\"msg\":\"pool \\u00fc is empty\"}\n";
        try (var _ = FakeAgent.answering(socket(), http(status, error))) {
            var run = PluginRun.of(environment("ADD"), "{}");

            assertThat(run.out()).isEqualTo(error);
            assertThat(run.exit()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"cniVersion":"0.1.0"}                                          | 0.1.0
            { "cniVersion" :\t"0.4.0" , "name":"a" }                        | 0.4.0
            {"prevResult":{"cniVersion":"0.3.1"},"cniVersion":"1.0.0"}      | 1.0.0
            {"a":[{"cniVersion":"0.3.1"}],"cniVersion":"1.0.0"}             | 1.0.0
            {"a":"\\"cniVersion\\":\\"0.3.1\\"{","cniVersion":"1.0.0"}      | 1.0.0
            {"a":"cniVersion","cniVersion":"1.0.0"}                         | 1.0.0
            {"cniVersion":"1.0.0                                            | 1.1.0
            {"cniVersion":"1.0\\u002e0"}                                    | 1.1.0
            {"cniVersion":"99999999999999.99999999999999"}                  | 1.1.0
            {"cniVersion":1}                                                | 1.1.0
            {"cniVersion                                                    | 1.1.0
            {"a\\                                                           | 1.1.0
            ]]}}"                                                           | 1.1.0
            ''                                                              | 1.1.0
            """)
    void answersVersionItself(String stdin, String version) throws Exception {
        var run = PluginRun.of(Map.of("CNI_COMMAND", "VERSION"), stdin);

        assertThat(run.out())
                .isEqualTo(
                        "{\"cniVersion\":\"" + version
                                + "\",\"supportedVersions\":[\"0.1.0\",\"0.2.0\",\"0.3.0\",\"0.3.1\",\"0.4.0\",\"1.0.0\",\"1.1.0\"]}\n");
        assertThat(run.exit()).isZero();
    }

    @Test
    void tellsTheAgentHowMuchTimeIsLeft() throws Exception {
        var environment = environment("ADD");
        try (var agent = FakeAgent.answering(socket(), http("200 OK", "{}"))) {
            PluginRun.of(environment, "{}");
            assertThat(timeLeft(agent)).isBetween(20_000, 30_000);

            environment.put("PATCHBAY_IPAM_TIMEOUT", "7");
            PluginRun.of(environment, "{}");
            assertThat(timeLeft(agent)).isBetween(1, 7_000);
        }
    }

    private static int timeLeft(FakeAgent agent) throws InterruptedException {
        return Integer.parseInt(agent.request().headers().get("Patchbay-Timeout-Ms"));
    }

    @Test
    void carriesAMebibyteBothWays() throws Exception {
        var config = "{" + " ".repeat(MEBIBYTE - 1);
        var answer = "{" + "a".repeat(MEBIBYTE - 1);
        try (var agent = FakeAgent.answering(socket(), http("200 OK", answer))) {
            var run = PluginRun.of(environment("GC"), config);

            assertThat(agent.request().body()).isEqualTo(config);
            assertThat(run.out()).isEqualTo(answer);
            assertThat(run.exit()).isZero();
        }
    }

    @Test
    void takesAnAnswerThatComesByteByByte() throws Exception {
        FakeAgent.Behaviour slow = connection -> {
            connection.read();
            for (char character : http("200 OK", RESULT).toCharArray()) {
                connection.send(String.valueOf(character));
                TimeUnit.MILLISECONDS.sleep(1);
            }
        };
        try (var _ = FakeAgent.start(socket(), slow)) {
            assertThat(PluginRun.of(environment("ADD"), "{}").out()).isEqualTo(RESULT);
        }
    }

    @Test
    void doesNotWaitForTheAgentToClose() throws Exception {
        FakeAgent.Behaviour open = connection -> {
            connection.read();
            connection.send(http("200 OK", RESULT));
            connection.keep();
        };
        try (var _ = FakeAgent.start(socket(), open)) {
            var run = PluginRun.of(environment("ADD"), "{}");

            assertThat(run.out()).isEqualTo(RESULT);
            assertThat(run.took()).isLessThan(Duration.ofSeconds(5));
        }
    }

    /** As a server does that finds a request too large. */
    @Test
    void takesAnAnswerThatComesBeforeTheRequestIsRead() throws Exception {
        var error = "{\"code\":7,\"msg\":\"too large\"}";
        try (var _ = FakeAgent.start(socket(), connection -> connection.send(http("413 Too Large", error)))) {
            var run = PluginRun.of(environment("ADD"), " ".repeat(MEBIBYTE));

            assertThat(run.out()).isEqualTo(error);
            assertThat(run.exit()).isEqualTo(1);
        }
    }

    @Test
    void waitsForAnAgentThatIsBeingRestarted() throws Exception {
        var run = CompletableFuture.supplyAsync(this::add);
        TimeUnit.SECONDS.sleep(1);
        try (var _ = FakeAgent.answering(socket(), http("200 OK", RESULT))) {
            assertThat(run.get(20, TimeUnit.SECONDS).out()).isEqualTo(RESULT);
        }
    }

    /** More than the socket's backlog holds. */
    @Test
    void waitsForAnAgentThatIsBusy() throws Exception {
        FakeAgent.Behaviour slow = connection -> {
            TimeUnit.MILLISECONDS.sleep(20);
            connection.read();
            connection.send(http("200 OK", RESULT));
        };
        try (var _ = FakeAgent.start(socket(), slow)) {
            var runs = IntStream.range(0, 80)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            this::add, task -> Thread.ofVirtual().start(task)))
                    .toList();
            for (var run : runs) {
                assertThat(run.get(30, TimeUnit.SECONDS).out()).isEqualTo(RESULT);
            }
        }
    }

    private PluginRun add() {
        try {
            return PluginRun.of(environment("ADD"), "{}");
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void saysWhatItIsWhenCalledByHand() throws Exception {
        var script = Path.of("/usr/bin/script");
        assumeTrue(Files.exists(script), "no /usr/bin/script, which makes a terminal");

        var run = PluginRun.of(
                List.of(script.toString(), "-qec", PluginRun.BINARY.toString(), "/dev/null"), Map.of(), "");

        assertThat(run.out()).startsWith("patchbay, the CNI IPAM plugin of Patchbay");
        assertThat(run.exit()).isZero();
    }

    /** Else ends by SIGPIPE. */
    @Test
    void endsWithAnErrorWhenNobodyReadsItsAnswer() throws Exception {
        try (var _ = FakeAgent.answering(socket(), http("200 OK", "{" + "a".repeat(MEBIBYTE - 1)))) {
            var process = PluginRun.start(List.of(PluginRun.BINARY.toString()), environment("ADD"));
            process.getInputStream().close();
            process.getOutputStream().write("{}".getBytes(ISO_8859_1));
            process.getOutputStream().close();

            assertThat(PluginRun.exit(process)).isEqualTo(1);
        }
    }

    private Path socket() {
        return dir.resolve("ipam.sock");
    }

    private Map<String, String> environment(String command) {
        return new TreeMap<>(Map.of("CNI_COMMAND", command, "PATCHBAY_IPAM_SOCKET", socket().toString()));
    }
}

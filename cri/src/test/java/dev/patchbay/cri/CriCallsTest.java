package dev.patchbay.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.patchbay.cri.CriException.Kind;
import dev.patchbay.cri.proto.ListPodSandboxRequest;
import dev.patchbay.cri.proto.ListPodSandboxResponse;
import dev.patchbay.cri.proto.PodSandbox;
import dev.patchbay.cri.proto.PodSandboxMetadata;
import dev.patchbay.cri.proto.PodSandboxStatusRequest;
import dev.patchbay.cri.proto.VersionRequest;
import dev.patchbay.cri.proto.VersionResponse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.SocketAddress;
import io.vertx.grpc.common.GrpcStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls over a real unix socket to a real gRPC server. */
class CriCallsTest {

    private static final Duration PATIENT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private Vertx vertx;
    private Path socket;

    @BeforeEach
    void setUp() {
        vertx = Vertx.vertx();
        socket = folder.resolve("cri.sock");
    }

    @AfterEach
    void tearDown() {
        vertx.close().await();
    }

    @Test
    void asksForSandboxesOfThePodAndReadsTheAnswer() throws Exception {
        runtime()
                .answers("ListPodSandbox", ListPodSandboxRequest.getDefaultInstance(), request -> {
                    var uid = request.getFilter().getLabelSelectorOrThrow("io.kubernetes.pod.uid");
                    return ListPodSandboxResponse.newBuilder()
                            .addItems(sandbox("s1", uid))
                            .build();
                })
                .listen(socket);

        assertThat(answer(client(PATIENT).findSandbox("u1")))
                .isEqualTo(Optional.of(new Sandbox("s1", "ns1", "web", "u1", 3, 99, true, "nvidia")));
    }

    @Test
    void givesUpAtTheTimeLimitWhereTheRuntimeDoesNotAnswer() throws Exception {
        runtime().neverAnswers("Version", VersionRequest.getDefaultInstance()).listen(socket);
        var begin = Instant.now();

        fails(client(Duration.ofMillis(300)).version(), Kind.DEADLINE)
                .withMessage("container runtime at %s, Version: no answer within 300 ms", socket);
        assertThat(Duration.between(begin, Instant.now())).isBetween(Duration.ofMillis(300), Duration.ofSeconds(5));
    }

    @Test
    void givesUpAtTheTimeLimitWhereNobodySpeaksHttp2() {
        vertx.createNetServer()
                .connectHandler(_ -> {})
                .listen(SocketAddress.domainSocketAddress(socket.toString()))
                .await();

        fails(client(Duration.ofMillis(300)).version(), Kind.DEADLINE);
    }

    @Test
    void isUsableAfterACallThatTookTooLong() throws Exception {
        runtime()
                .neverAnswers("ListPodSandbox", ListPodSandboxRequest.getDefaultInstance())
                .answers("Version", VersionRequest.getDefaultInstance(), _ -> version("1.7"))
                .listen(socket);
        var client = client(Duration.ofSeconds(2));

        fails(client.listSandboxes(), Kind.DEADLINE);
        assertThat(answer(client.version()).version()).isEqualTo("1.7");
    }

    @Test
    void namesTheSocketWhereTheRuntimeIsAway() {
        fails(client(PATIENT).version(), Kind.UNAVAILABLE)
                .withMessageStartingWith("container runtime at %s, Version: it cannot be reached: ", socket);
    }

    @Test
    void reachesARuntimeThatWasRestartedWithANewSocket() throws Exception {
        var first = runtime()
                .answers("Version", VersionRequest.getDefaultInstance(), _ -> version("1"))
                .listen(socket);
        var client = client(PATIENT);
        assertThat(answer(client.version()).version()).isEqualTo("1");
        var inode = Files.getAttribute(socket, "unix:ino");

        first.stop();
        // The number of a deleted inode may be given out again at once, so a file keeps the next one.
        Files.createFile(folder.resolve("holder"));
        runtime()
                .answers("Version", VersionRequest.getDefaultInstance(), _ -> version("2"))
                .listen(socket);

        assertThat(Files.getAttribute(socket, "unix:ino")).isNotEqualTo(inode);
        assertThat(answer(client.version()).version()).isEqualTo("2");
    }

    @Test
    void failsWhileTheRuntimeRestartsAndSucceedsAfterwards() throws Exception {
        var first = runtime()
                .answers("Version", VersionRequest.getDefaultInstance(), _ -> version("1"))
                .listen(socket);
        var client = client(PATIENT);
        assertThat(answer(client.version()).version()).isEqualTo("1");

        first.stop();
        fails(client.version(), Kind.UNAVAILABLE);
        runtime()
                .answers("Version", VersionRequest.getDefaultInstance(), _ -> version("2"))
                .listen(socket);

        assertThat(answer(client.version()).version()).isEqualTo("2");
    }

    @ParameterizedTest
    @CsvSource({
        "NOT_FOUND,         NOT_FOUND",
        "UNIMPLEMENTED,     UNIMPLEMENTED",
        "DEADLINE_EXCEEDED, DEADLINE",
        "CANCELLED,         DEADLINE",
        "UNAVAILABLE,       UNAVAILABLE",
        "UNKNOWN,           PROTOCOL",
        "PERMISSION_DENIED, PROTOCOL"
    })
    void tellsWhatTheRuntimeRefusedAndWhy(GrpcStatus status, Kind kind) throws Exception {
        runtime()
                .refuses(
                        "PodSandboxStatus",
                        PodSandboxStatusRequest.getDefaultInstance(),
                        status,
                        "sandbox \"s1\": no such thing")
                .listen(socket);

        fails(client(PATIENT).details("s1"), kind)
                .withMessage(
                        "container runtime at %s, PodSandboxStatus: %s: sandbox \"s1\": no such thing",
                        socket, status.name());
    }

    @Test
    void tellsThatTheRuntimeDoesNotKnowTheCall() throws Exception {
        runtime().listen(socket);

        fails(client(PATIENT).version(), Kind.UNIMPLEMENTED).withMessageContaining("Version: UNIMPLEMENTED");
    }

    @Test
    void readsAListOfSandboxesThatIsLongerThanGrpcsCustomaryLimit() throws Exception {
        var all = ListPodSandboxResponse.newBuilder();
        IntStream.range(0, 70_000).forEach(i -> all.addItems(sandbox("sandbox-of-a-very-long-name-" + i, "uid-" + i)));
        var list = all.build();
        assertThat(list.getSerializedSize()).isGreaterThan(4 << 20);
        runtime()
                .answers("ListPodSandbox", ListPodSandboxRequest.getDefaultInstance(), _ -> list)
                .listen(socket);

        assertThat(answer(client(PATIENT).listSandboxes())).hasSize(70_000);
    }

    @Test
    void refusesAnAnswerBeyondItsOwnLimit() throws Exception {
        var huge = VersionResponse.newBuilder()
                .setRuntimeName("x".repeat(17 << 20))
                .build();
        runtime()
                .answers("Version", VersionRequest.getDefaultInstance(), _ -> huge)
                .listen(socket);

        fails(client(PATIENT).version(), Kind.PROTOCOL);
    }

    private TestRuntime runtime() {
        return TestRuntime.on(vertx);
    }

    private CriClient client(Duration timeout) {
        return CriClient.create(vertx, new CriOptions(socket, timeout));
    }

    private static <T> T answer(Future<T> call) throws TimeoutException {
        return call.await(PATIENT.toSeconds(), TimeUnit.SECONDS);
    }

    private static ThrowableAssertAlternative<CriException> fails(Future<?> call, Kind kind) {
        return assertThatExceptionOfType(CriException.class)
                .isThrownBy(() -> answer(call))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(kind));
    }

    private static VersionResponse version(String version) {
        return VersionResponse.newBuilder().setRuntimeVersion(version).build();
    }

    private static PodSandbox sandbox(String id, String uid) {
        return PodSandbox.newBuilder()
                .setId(id)
                .setMetadata(PodSandboxMetadata.newBuilder()
                        .setNamespace("ns1")
                        .setName("web")
                        .setUid(uid)
                        .setAttempt(3))
                .setCreatedAt(99)
                .setRuntimeHandler("nvidia")
                .build();
    }
}

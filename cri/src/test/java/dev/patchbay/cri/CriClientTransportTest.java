package dev.patchbay.cri;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.patchbay.cri.CriException.Kind;
import dev.patchbay.cri.proto.ListPodSandboxResponse;
import dev.patchbay.cri.proto.PodSandbox;
import dev.patchbay.cri.proto.PodSandboxMetadata;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** How the client bears with the transport. What real runtimes answer is tested on a real one. */
@ExtendWith(VertxExtension.class)
class CriClientTransportTest {

    private final List<FakeRuntime> runtimes = new ArrayList<>();
    private Vertx vertx;
    private Path socket;
    private CriClient client;

    @BeforeEach
    void create(Vertx vertx, @TempDir Path dir) {
        this.vertx = vertx;
        this.socket = dir.resolve("cri.sock");
        this.client = CriClient.create(vertx, CriOptions.of(socket));
    }

    @AfterEach
    void endRuntimes() {
        runtimes.forEach(FakeRuntime::close);
    }

    @Test
    void makesManyCallsAtOnceOnOneConnection() {
        var runtime = start(runtime().named("fake"));

        var calls = IntStream.range(0, 300).mapToObj(_ -> client.version()).toList();

        assertThat(get(Future.all(calls)).<RuntimeVersion>list())
                .hasSize(300)
                .containsOnly(new RuntimeVersion("fake", "1", "v1"));
        assertThat(runtime.connections()).hasSize(1);
    }

    @Test
    void findsTheSandboxOfAPodThoughTheRuntimeIgnoresTheFilter() {
        var list = ListPodSandboxResponse.newBuilder()
                .addItems(sandbox("mine", "uid-1"))
                .addItems(sandbox("other", "uid-2"))
                .build();
        start(runtime().on(FakeRuntime.LIST_POD_SANDBOX, call -> call.response().end(list)));

        assertThat(get(client.findSandbox("uid-1")).map(Sandbox::id)).contains("mine");
        assertThat(get(client.findSandbox("uid-3"))).isEqualTo(Optional.empty());
        assertThat(get(client.listSandboxes())).extracting(Sandbox::id).containsExactly("mine", "other");
    }

    @Test
    void givesUpAtTheDeadlineAndTellsTheRuntime() {
        var cancelled = Promise.<Void>promise();
        start(runtime().on(FakeRuntime.VERSION, call -> call.errorHandler(_ -> cancelled.tryComplete())));
        var hasty = CriClient.create(vertx, new CriOptions(socket, Duration.ofMillis(100)));

        assertFails(hasty.version(), Kind.DEADLINE, "Version", "no answer within 100 ms");
        get(cancelled.future());
    }

    @Test
    void givesUpAtTheDeadlineWhereTheRuntimeAcceptsNoConnection() throws IOException {
        try (var deaf = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            deaf.bind(UnixDomainSocketAddress.of(socket));
            var hasty = CriClient.create(vertx, new CriOptions(socket, Duration.ofMillis(100)));

            assertFails(hasty.version(), Kind.DEADLINE, "Version", "no answer within 100 ms");
        }
    }

    @Test
    void isUnavailableWithoutSocket() {
        assertFails(client.version(), Kind.UNAVAILABLE, "Version", "cannot be reached");
    }

    @Test
    void isUnavailableWhereNobodyListensAnyMore() throws IOException {
        try (var gone = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            gone.bind(UnixDomainSocketAddress.of(socket));
        }

        assertFails(client.listSandboxes(), Kind.UNAVAILABLE, "ListPodSandbox", "cannot be reached");
    }

    @Test
    void saysThatTheSandboxIsNotFound() {
        start(runtime()
                .on(
                        FakeRuntime.POD_SANDBOX_STATUS,
                        call -> call.response()
                                .status(GrpcStatus.NOT_FOUND)
                                .statusMessage("no such sandbox")
                                .end()));

        assertFails(client.details("abc"), Kind.NOT_FOUND, "PodSandboxStatus of abc", "no such sandbox");
    }

    @Test
    void saysThatTheRuntimeDoesNotSpeakCri() {
        start(runtime());

        assertFails(client.version(), Kind.UNIMPLEMENTED, "Version", "cri.socket");
    }

    @Test
    void passesOnOtherErrorsInTheRuntimesWords() {
        start(runtime()
                .on(
                        FakeRuntime.VERSION,
                        call -> call.response()
                                .status(GrpcStatus.UNKNOWN)
                                .statusMessage("server is not initialized yet")
                                .end()));

        assertFails(client.version(), Kind.PROTOCOL, "Version", "UNKNOWN: server is not initialized yet");
    }

    @Test
    void refusesAnEmptyAnswer() {
        start(runtime().on(FakeRuntime.VERSION, call -> call.response().end()));

        assertFails(client.version(), Kind.PROTOCOL, "Version", "cannot be understood");
    }

    @Test
    void takesAnswersOfManyMegabytesAndRefusesEndlessOnes() {
        var size = new AtomicInteger(15 << 20);
        start(runtime()
                .on(FakeRuntime.VERSION, call -> call.response().end(FakeRuntime.version("x".repeat(size.get())))));

        assertThat(get(client.version()).name()).hasSize(15 << 20);

        size.set(17 << 20);
        assertFails(client.version(), Kind.PROTOCOL, "Version", "cannot be understood");
    }

    @Test
    void doesNotNoticeARestartBetweenTwoCalls() {
        var first = start(runtime().named("first"));
        assertThat(get(client.version()).name()).isEqualTo("first");

        first.close();
        assertFails(client.version(), Kind.UNAVAILABLE, "Version", "cannot be reached");
        start(runtime().named("second"));

        assertThat(get(client.version()).name()).isEqualTo("second");
    }

    @Test
    void repeatsACallThatMetARestart() {
        var second = runtime().named("second");
        start(runtime()
                .on(
                        FakeRuntime.VERSION,
                        call -> second.listen(socket)
                                .onSuccess(_ -> call.connection().close())));

        assertThat(get(client.version()).name()).isEqualTo("second");
    }

    @Test
    void repeatsACallOnceOnly() {
        var calls = new AtomicInteger();
        start(runtime().on(FakeRuntime.VERSION, call -> {
            calls.incrementAndGet();
            call.connection().close();
        }));

        assertFails(client.version(), Kind.UNAVAILABLE, "Version", "cannot be reached");
        assertThat(calls).hasValue(2);
    }

    @Test
    void failsCallsThatRunOrComeWhenItIsClosed() {
        var called = Promise.<Void>promise();
        start(runtime().on(FakeRuntime.VERSION, call -> called.tryComplete()));
        var running = client.version();
        get(called.future());

        get(client.close());

        assertFails(running, Kind.UNAVAILABLE, "Version", "the client is closed");
        assertFails(client.version(), Kind.UNAVAILABLE, "Version", "the client is closed");
    }

    @Test
    void notifiesTheCallerOnItsOwnContext() {
        var caller = vertx.getOrCreateContext();
        start(runtime().named("fake").on(FakeRuntime.LIST_POD_SANDBOX, _ -> {}));
        get(client.version());
        var hasty = CriClient.create(vertx, new CriOptions(socket, Duration.ofMillis(100)));

        assertThat(get(notifiedOn(caller, client::version))).isSameAs(caller);
        assertThat(get(notifiedOn(caller, hasty::listSandboxes))).isSameAs(caller);
    }

    /** Returns the context on which a call made on {@code caller} is notified. */
    private static Future<Context> notifiedOn(Context caller, Supplier<Future<?>> call) {
        return Future.future(notified ->
                caller.runOnContext(_ -> call.get().onComplete(_ -> notified.complete(Vertx.currentContext()))));
    }

    private FakeRuntime runtime() {
        var runtime = new FakeRuntime();
        runtimes.add(runtime);
        return runtime;
    }

    private FakeRuntime start(FakeRuntime runtime) {
        return get(runtime.listen(socket));
    }

    private void assertFails(Future<?> call, Kind kind, String method, String reason) {
        assertThatThrownBy(() -> get(call))
                .isInstanceOfSatisfying(
                        CriException.class,
                        e -> assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind))
                .hasMessageContainingAll("container runtime at " + socket, method, reason);
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.await(10, SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("no result within 10 s", e);
        }
    }

    private static PodSandbox sandbox(String id, String uid) {
        return PodSandbox.newBuilder()
                .setId(id)
                .setMetadata(PodSandboxMetadata.newBuilder().setUid(uid))
                .build();
    }
}

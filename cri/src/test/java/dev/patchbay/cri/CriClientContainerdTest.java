package dev.patchbay.cri;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.patchbay.cri.CriException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The client on a real containerd without sandboxes; those are made in the integration tests. */
@ExtendWith(VertxExtension.class)
class CriClientContainerdTest {

    private Path dir;
    private PrivateContainerd containerd;
    private CriClient client;

    @BeforeEach
    void start(Vertx vertx, @TempDir Path dir) throws IOException {
        assumeTrue(PrivateContainerd.isInstalled(), "skipped: containerd and runc are not on the PATH; install them");
        this.dir = dir;
        containerd = PrivateContainerd.start(dir);
        client = CriClient.create(vertx, CriOptions.of(containerd.socket()));
        awaitReady();
    }

    @AfterEach
    void stop() {
        if (containerd != null) {
            containerd.close();
        }
    }

    @Test
    void tellsWhoItIs() {
        var version = get(client.version());

        assertThat(version.name()).isEqualTo("containerd");
        assertThat(version.version()).isNotEmpty();
        assertThat(version.apiVersion()).isEqualTo("v1");
    }

    @Test
    void tellsItsConditionsAndCniDirectories() {
        var info = get(client.status());

        assertThat(info.isRuntimeReady()).isTrue();
        assertThat(info.isNetworkReady()).isFalse();
        assertThat(info.problem()).startsWith("NetworkReady: ").contains("cni");
        assertThat(info.cniBinDirs()).containsExactly(dir.resolve("bin").toString());
        assertThat(info.cniConfDir()).contains(dir.resolve("net.d").toString());
    }

    @Test
    void hasNoSandboxes() {
        assertThat(get(client.listSandboxes())).isEmpty();
        assertThat(get(client.findSandbox("uid-1"))).isEmpty();
        assertThatThrownBy(() -> get(client.details("no-such-sandbox")))
                .isInstanceOfSatisfying(
                        CriException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND))
                .hasMessageContaining("no-such-sandbox");
    }

    @Test
    void answersAgainAfterARestart() throws IOException {
        containerd.close();
        assertThatThrownBy(() -> get(client.version()))
                .isInstanceOfSatisfying(
                        CriException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));

        containerd = PrivateContainerd.start(dir);
        awaitReady();

        assertThat(get(client.version()).name()).isEqualTo("containerd");
    }

    private void awaitReady() {
        await("containerd").atMost(30, SECONDS).until(() -> {
            assertThat(containerd.isAlive()).as("containerd runs").isTrue();
            return get(client.status().map(RuntimeInfo::isRuntimeReady).otherwise(false));
        });
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.await(10, SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("no result within 10 s", e);
        }
    }
}

package dev.patchbay.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CriSocketsTest {

    private static final Path CRIO = Path.of("/run/crio/crio.sock");
    private static final Path K3S = Path.of("/run/k3s/containerd/containerd.sock");

    @ParameterizedTest
    @CsvSource({
        "/run/my.sock,            /run/my.sock",
        "unix:///run/my.sock,     /run/my.sock",
        "' unix:///run/my.sock ', /run/my.sock"
    })
    void takesTheConfiguredSocketThoughItDoesNotExistYet(String configured, Path socket) {
        assertThat(CriSockets.choose(configured, path -> false)).isEqualTo(socket);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void findsTheFirstWellKnownSocketThatExists(String configured) {
        assertThat(CriSockets.choose(configured, Set.of(K3S, CRIO)::contains)).isEqualTo(CRIO);
    }

    @Test
    void saysWhatItTriedWhereNoneExists() {
        assertThatThrownBy(() -> CriSockets.choose("", path -> false))
                .isInstanceOfSatisfying(
                        CriException.class, e -> assertThat(e.kind()).isEqualTo(CriException.Kind.UNAVAILABLE))
                .hasMessageContainingAll(
                        CriSockets.WELL_KNOWN.stream().map(Path::toString).toArray(String[]::new))
                .hasMessageContaining("cri.socket");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run/my.sock", "unix://run/my.sock", "tcp://127.0.0.1:1234"})
    void refusesWhatIsNoAbsolutePath(String configured) {
        assertThatThrownBy(() -> CriSockets.choose(configured, path -> true))
                .isInstanceOf(CriException.class)
                .hasMessageContaining(configured)
                .hasMessageContaining("unix:///run/containerd/containerd.sock");
    }

    @Test
    void tellsSocketsFromOtherFiles(@TempDir Path dir) throws IOException {
        var socket = dir.resolve("s");
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));

            assertThat(CriSockets.isSocket(socket)).isTrue();
        }
        assertThat(CriSockets.isSocket(Files.createFile(dir.resolve("f")))).isFalse();
        assertThat(CriSockets.isSocket(dir)).isFalse();
        assertThat(CriSockets.isSocket(dir.resolve("missing"))).isFalse();
    }
}

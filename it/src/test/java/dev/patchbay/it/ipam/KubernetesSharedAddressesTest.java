package dev.patchbay.it.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.it.api.InProcessApiServer;
import dev.patchbay.verticles.ipam.store.BlockStore;
import dev.patchbay.verticles.ipam.store.KubernetesBlockStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KubernetesSharedAddressesTest extends SharedAddressesContract {

    @TempDir
    private static Path dir;

    private static InProcessApiServer server;

    @BeforeAll
    static void startServer() {
        server = InProcessApiServer.start(dir);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Override
    BlockStore open() {
        return new KubernetesBlockStore(vertx(), server.client());
    }

    @Test
    void waitsForAnApiServerThatIsAwayAndFreesNothing() throws Exception {
        var window = window("10.30.0.0/24");
        var node = node("patient");
        var first = granted(List.of(node.take("default", "patient-1", Optional.empty(), window)));

        server.stop();
        var waiting = node.take("default", "patient-2", Optional.empty(), window);
        server.start();

        var second = granted(List.of(waiting));
        assertThat(stored("10.30.")).containsAll(first).containsAll(second).hasSize(2);
    }
}

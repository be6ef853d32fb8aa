package dev.patchbay.it.ipam;

import dev.patchbay.it.api.InProcessApiServer;
import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.store.BlockStore;
import dev.patchbay.verticles.ipam.store.KubernetesBlockStore;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class KubernetesBlockStoreTest extends BlockStoreContract {

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

    @Override
    void spoil(BlockKey key) {
        server.client()
                .raw(
                        "/apis/patchbay.dev/v1alpha1/addressblocks",
                        "POST",
                        Serialization.unmarshal("""
                {"apiVersion": "patchbay.dev/v1alpha1", "kind": "AddressBlock", "spec": {"cidr": 7},
                 "metadata": {"name": "%s", "labels": {"patchbay.dev/domain": "8d2430f944e87cdd"}}}""".formatted(key.objectName()), Map.class));
    }
}

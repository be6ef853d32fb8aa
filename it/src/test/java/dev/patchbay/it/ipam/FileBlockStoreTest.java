package dev.patchbay.it.ipam;

import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.store.BlockStore;
import dev.patchbay.verticles.ipam.store.FileBlockStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileBlockStoreTest extends BlockStoreContract {

    @TempDir
    private Path dir;

    @Override
    BlockStore open() throws IOException {
        return FileBlockStore.open(vertx(), dir);
    }

    @Override
    void spoil(BlockKey key) throws IOException {
        Files.writeString(dir.resolve(key.objectName() + ".json"), "{\"cidr\": 7}");
    }
}

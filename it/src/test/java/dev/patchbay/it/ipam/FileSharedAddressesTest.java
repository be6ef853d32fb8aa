package dev.patchbay.it.ipam;

import dev.patchbay.verticles.ipam.store.BlockStore;
import dev.patchbay.verticles.ipam.store.FileBlockStore;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileSharedAddressesTest extends SharedAddressesContract {

    @TempDir
    private Path dir;

    @Override
    BlockStore open() throws IOException {
        return FileBlockStore.open(vertx(), dir);
    }
}

package dev.patchbay.verticles.main;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Lets one process at a time use a node's records: two would plug and undo against each other. The kernel gives the lock
 * back when the process ends, however it ends.
 */
final class RecordsLock implements AutoCloseable {

    private final FileChannel file;

    private RecordsLock(FileChannel file) {
        this.file = file;
    }

    /** Takes the lock of the records in {@code dir}, which is made if it does not exist. */
    static RecordsLock take(Path dir) throws StartException {
        try {
            Files.createDirectories(dir);
            var file = FileChannel.open(dir.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (isFree(file)) {
                return new RecordsLock(file);
            }
            file.close();
        } catch (IOException e) {
            throw new StartException("cni.cacheDir %s cannot be used: %s".formatted(dir, e), e);
        }
        throw new StartException(
                "cni.cacheDir %s is used by another Patchbay that runs on this node: end that one first"
                        .formatted(dir));
    }

    private static boolean isFree(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            // It is given back at the end of the process.
        }
    }
}

package dev.patchbay.verticles.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.vertx.core.file.impl.FileResolverImpl;
import io.vertx.core.internal.VertxInternal;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process takes of its node, and leaves there. */
class PartsTest {

    @TempDir
    Path dir;

    @Test
    void givesTheRecordsToOneAtATime() throws StartException {
        var records = dir.resolve("records");

        try (var _ = RecordsLock.take(records)) {
            assertThatExceptionOfType(StartException.class)
                    .isThrownBy(() -> RecordsLock.take(records))
                    .withMessage(
                            "cni.cacheDir %s is used by another Patchbay that runs on this node: end that one first",
                            records);
        }
        RecordsLock.take(records).close();
    }

    @Test
    void makesNoDirectoryForFilesOfTheClassPath() {
        var vertx = Parts.vertx(1);

        assertThat(((FileResolverImpl) ((VertxInternal) vertx).fileResolver()).cacheDir())
                .isNull();
        vertx.close();
    }
}

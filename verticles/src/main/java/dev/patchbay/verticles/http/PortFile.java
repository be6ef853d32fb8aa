package dev.patchbay.verticles.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The file that tells the port in use; it appears complete or not at all. */
final class PortFile {

    private PortFile() {}

    static Path write(Path file, int port) throws IOException {
        var fresh = file.resolveSibling(file.getFileName() + ".tmp");
        Files.writeString(fresh, Integer.toString(port));
        return Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}

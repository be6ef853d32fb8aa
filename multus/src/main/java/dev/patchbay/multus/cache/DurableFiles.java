package dev.patchbay.multus.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that are there as a whole or not at all, also after a loss of power. */
final class DurableFiles {

    private static final String TEMPORARY = ".tmp";

    /** The longest file name of Linux' file systems, in bytes. */
    private static final int NAME_LIMIT = 255;

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    static boolean isTemporary(String name) {
        return name.endsWith(TEMPORARY);
    }

    /** Returns the name, if it and its temporary form are short enough for a file. */
    static String checkedName(String name) throws IOException {
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (length + TEMPORARY.length() > NAME_LIMIT) {
            throw new IOException(
                    "the file name %s would have %d bytes, and %d are possible: shorten the network's name"
                            .formatted(name, length, NAME_LIMIT - TEMPORARY.length()));
        }
        return name;
    }

    /** Returns the name with a suffix, shortened where it would be too long for a file. */
    static String withSuffix(String name, String suffix) {
        var kept = name;
        while ((kept + suffix).getBytes(StandardCharsets.UTF_8).length > NAME_LIMIT) {
            kept = kept.substring(0, kept.length() - 1);
        }
        return kept + suffix;
    }

    void write(Path file, byte[] bytes) throws IOException {
        var temporary = file.resolveSibling(file.getFileName() + TEMPORARY);
        try (var channel = FileChannel.open(
                temporary,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING),
                OWNER_ONLY)) {
            var buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncDirectory(file.getParent());
    }

    void delete(Path file) throws IOException {
        if (Files.deleteIfExists(file)) {
            syncDirectory(file.getParent());
        }
    }

    private static void syncDirectory(Path dir) throws IOException {
        try (var channel = FileChannel.open(dir, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}

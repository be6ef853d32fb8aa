package dev.patchbay.multus.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The records of what this program attached: one file each, in libcni's format. The files are the truth; they are read
 * once, when the cache is opened, and every change is on disk before it is seen here. Safe for use by several threads,
 * as long as no two of them change the same attachment.
 */
public final class AttachmentCache {

    private static final String SET_ASIDE = ".broken";

    private final DurableFiles files;
    private final Path results;
    private final Map<Key, CachedAttachment> attachments = new ConcurrentHashMap<>();
    private final List<String> problems;

    private record Key(String containerId, String interfaceName) {

        static Key of(CachedAttachment attachment) {
            return new Key(attachment.call().containerId(), attachment.call().interfaceName());
        }
    }

    private AttachmentCache(Path results, DurableFiles files) throws IOException {
        this.results = results;
        this.files = files;
        this.problems = List.copyOf(load());
    }

    /**
     * Opens the cache in {@code dir}, which is made if it does not exist.
     *
     * @throws IOException where the directory cannot be used
     */
    public static AttachmentCache open(Path dir) throws IOException {
        var results = dir.resolve("results");
        Files.createDirectories(
                results, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return new AttachmentCache(results, new DurableFiles());
    }

    /** Returns what could not be read when the cache was opened; such files are set aside, not deleted. */
    public List<String> problems() {
        return problems;
    }

    /** Returns the record of an attachment. */
    public Optional<CachedAttachment> get(String containerId, String interfaceName) {
        return Optional.ofNullable(attachments.get(new Key(containerId, interfaceName)));
    }

    /** Returns all records of a sandbox. */
    public List<CachedAttachment> ofSandbox(String containerId) {
        return attachments.values().stream()
                .filter(a -> a.call().containerId().equals(containerId))
                .toList();
    }

    /** Returns all records. */
    public List<CachedAttachment> all() {
        return List.copyOf(attachments.values());
    }

    /**
     * Writes a record, in place of an earlier one of the same sandbox and interface. When this returns, it is durable.
     *
     * @throws IOException where nothing was changed
     */
    public void put(CachedAttachment attachment) throws IOException {
        var key = Key.of(attachment);
        var former = attachments.get(key);
        var file = file(attachment);
        files.write(file, CacheFile.write(attachment));
        attachments.put(key, attachment);
        if (former != null && !file(former).equals(file)) {
            files.delete(file(former));
        }
    }

    /** Removes a record; one that does not exist is no error. */
    public void remove(String containerId, String interfaceName) throws IOException {
        var key = new Key(containerId, interfaceName);
        var former = attachments.get(key);
        if (former != null) {
            files.delete(file(former));
            attachments.remove(key);
        }
    }

    private Path file(CachedAttachment attachment) throws IOException {
        var call = attachment.call();
        return results.resolve(DurableFiles.checkedName(
                "%s-%s-%s".formatted(call.network().name(), call.containerId(), call.interfaceName())));
    }

    private List<String> load() throws IOException {
        var found = new ArrayList<String>();
        try (var entries = Files.newDirectoryStream(results)) {
            for (var file : entries) {
                var name = file.getFileName().toString();
                if (DurableFiles.isTemporary(name)) {
                    Files.delete(file);
                } else if (!name.endsWith(SET_ASIDE)) {
                    load(file).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    /** A crash may leave two files of one interface, under the names of two networks: the later one counts. */
    private void keepLater(Path file, CachedAttachment attachment) throws IOException {
        var other = attachments.get(Key.of(attachment));
        if (other == null) {
            attachments.put(Key.of(attachment), attachment);
        } else if (since(other).isAfter(since(attachment))) {
            files.delete(file);
        } else {
            files.delete(file(other));
            attachments.put(Key.of(attachment), attachment);
        }
    }

    private static Instant since(CachedAttachment attachment) {
        return attachment.provenance().map(CachedAttachment.Provenance::since).orElse(Instant.MIN);
    }

    private Optional<String> load(Path file) throws IOException {
        try {
            var attachment = CacheFile.read(Files.readAllBytes(file));
            if (attachment.provenance().isEmpty()) {
                throw new IOException("it was not written by Patchbay");
            }
            keepLater(file, attachment);
            return Optional.empty();
        } catch (IOException e) {
            var aside = DurableFiles.withSuffix(file.getFileName().toString(), SET_ASIDE);
            Files.move(file, file.resolveSibling(aside), StandardCopyOption.REPLACE_EXISTING);
            return Optional.of("%s cannot be read and is set aside: %s".formatted(file.getFileName(), e.getMessage()));
        }
    }
}

package dev.patchbay.multus.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The libcni caches of other programs on this node (Multus, the container runtime): read, so that what they attached is
 * known and can be unplugged; never written. Files that cannot be read are passed over.
 */
public final class ForeignCaches {

    private static final Logger LOG = LoggerFactory.getLogger(ForeignCaches.class);

    private final List<Path> dirs;

    /** Creates a view of the caches in {@code dirs}; each has its files in a folder {@code results}. */
    public ForeignCaches(List<Path> dirs) {
        this.dirs = List.copyOf(dirs);
    }

    /** Returns what others attached to a sandbox. */
    public List<CachedAttachment> ofSandbox(String containerId) {
        var found = new ArrayList<CachedAttachment>();
        for (var dir : dirs) {
            for (var file : candidates(dir.resolve("results"), containerId)) {
                read(file)
                        .filter(a -> a.call().containerId().equals(containerId))
                        .ifPresent(found::add);
            }
        }
        return found;
    }

    /** Removes the files of an attachment of others, after its DEL. */
    public void remove(CachedAttachment attachment) throws IOException {
        var call = attachment.call();
        var name = "%s-%s-%s".formatted(call.network().name(), call.containerId(), call.interfaceName());
        for (var dir : dirs) {
            Files.deleteIfExists(dir.resolve("results").resolve(name));
        }
    }

    /** Names are ambiguous, as dashes stand everywhere: a name only tells that a look into the file is worth while. */
    private static List<Path> candidates(Path results, String containerId) {
        if (!Files.isDirectory(results)) {
            return List.of();
        }
        try (var files = Files.list(results)) {
            return files.filter(file -> file.getFileName().toString().contains(containerId))
                    .toList();
        } catch (IOException e) {
            LOG.warn("the cache {} cannot be read: {}", results, e.getMessage());
            return List.of();
        }
    }

    private static Optional<CachedAttachment> read(Path file) {
        try {
            return Optional.of(CacheFile.read(Files.readAllBytes(file)));
        } catch (IOException e) {
            LOG.debug("{} is passed over: {}", file, e.getMessage());
            return Optional.empty();
        }
    }
}

package dev.patchbay.verticles.ipam.store;

import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockCodec;
import dev.patchbay.verticles.ipam.block.BlockFormatException;
import dev.patchbay.verticles.ipam.block.BlockKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Blocks as files of one directory, for one machine without Kubernetes. A file is replaced at once (written beside,
 * flushed, renamed), under a lock that other processes heed too; its version is its block's sequence.
 */
public final class FileBlockStore implements BlockStore, AutoCloseable {

    private static final String SUFFIX = ".json";
    private static final JsonMapper MAPPER = new JsonMapper();

    private final Path dir;
    private final WorkerExecutor worker;

    private FileBlockStore(Path dir, WorkerExecutor worker) {
        this.dir = dir;
        this.worker = worker;
    }

    /**
     * Opens a directory, which is made where it is missing.
     *
     * @throws IOException where it cannot be made
     */
    public static FileBlockStore open(Vertx vertx, Path dir) throws IOException {
        Files.createDirectories(dir);
        return new FileBlockStore(dir, vertx.createSharedWorkerExecutor("patchbay-blocks", 1));
    }

    @Override
    public Future<Optional<StoredBlock>> read(BlockKey key) {
        return worker.executeBlocking(() -> readFile(key));
    }

    @Override
    public Future<Listing> ofNode(String node) {
        return list(
                block -> block.node().filter(node::equals).isPresent()
                        || block.leases().stream()
                                .anyMatch(lease -> lease.node().equals(node)),
                _ -> true);
    }

    @Override
    public Future<Listing> ofDomain(String domain) {
        return list(block -> true, key -> key.domain().equals(domain));
    }

    @Override
    public Future<Listing> all() {
        return list(block -> true, key -> true);
    }

    @Override
    public Future<StoredBlock> write(Optional<StoredBlock> before, Block after) {
        return worker.executeBlocking(() -> locked(after.key(), before, () -> replace(after)));
    }

    @Override
    public Future<Void> delete(StoredBlock block) {
        return worker.executeBlocking(() -> locked(block.block().key(), Optional.of(block), () -> {
            Files.delete(file(block.block().key()));
            flush(dir);
            return null;
        }));
    }

    @Override
    public void close() {
        worker.close();
    }

    /** What is done while nobody else can. */
    private interface Change<T> {
        T make() throws IOException;
    }

    private <T> T locked(BlockKey key, Optional<StoredBlock> before, Change<T> change)
            throws IOException, ConflictException {
        try (var channel = FileChannel.open(dir.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = channel.lock()) {
            if (!version(key).equals(before.map(StoredBlock::version))) {
                throw new ConflictException(key);
            }
            return change.make();
        }
    }

    /** What cannot be understood is there all the same, and nobody has read it. */
    private Optional<String> version(BlockKey key) throws IOException {
        try {
            return readFile(key).map(StoredBlock::version);
        } catch (UnreadableBlockException _) {
            return Optional.of("unreadable");
        }
    }

    private StoredBlock replace(Block block) throws IOException {
        var file = file(block.key());
        var beside = file.resolveSibling("." + file.getFileName() + ".new");
        try (var channel = FileChannel.open(
                beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            var bytes = MAPPER.writeValueAsBytes(BlockCodec.write(block));
            for (var left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
                channel.write(left);
            }
            channel.force(true);
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        flush(dir);
        return stored(block);
    }

    /** A rename is durable when its directory is. */
    private static void flush(Path dir) throws IOException {
        try (var channel = FileChannel.open(dir, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private Future<Listing> list(Predicate<Block> wanted, Predicate<BlockKey> wantedKey) {
        return worker.executeBlocking(() -> {
            List<StoredBlock> blocks = new ArrayList<>();
            Map<BlockKey, String> unreadable = new HashMap<>();
            for (var key : keys()) {
                if (wantedKey.test(key)) {
                    try {
                        readFile(key)
                                .filter(stored -> wanted.test(stored.block()))
                                .ifPresent(blocks::add);
                    } catch (UnreadableBlockException e) {
                        unreadable.put(key, e.getMessage());
                    }
                }
            }
            return new Listing(blocks, unreadable);
        });
    }

    private List<BlockKey> keys() throws IOException {
        try (var files = Files.list(dir)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX) && !name.startsWith("."))
                    .map(name -> BlockKey.ofObjectName(name.substring(0, name.length() - SUFFIX.length())))
                    .flatMap(Optional::stream)
                    .sorted()
                    .toList();
        }
    }

    private Optional<StoredBlock> readFile(BlockKey key) throws IOException {
        var file = file(key);
        try {
            var block = BlockCodec.read(MAPPER.readTree(Files.readString(file, StandardCharsets.UTF_8)));
            if (!block.key().equals(key)) {
                throw new UnreadableBlockException("%s holds another block: %s".formatted(file, block.key()));
            }
            return Optional.of(stored(block));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (BlockFormatException | JacksonException e) {
            throw new UnreadableBlockException("%s cannot be understood: %s".formatted(file, e.getMessage()));
        }
    }

    private static StoredBlock stored(Block block) {
        return new StoredBlock(block, Long.toString(block.sequence()));
    }

    private Path file(BlockKey key) {
        return dir.resolve(key.objectName() + SUFFIX);
    }
}

package dev.patchbay.cri;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real containerd with its own root, state and sockets, all in one directory. It makes no sandboxes. */
final class PrivateContainerd implements AutoCloseable {

    private static final long END_LIMIT_SECONDS = 10;

    private final Path dir;
    private final Process process;

    private PrivateContainerd(Path dir, Process process) {
        this.dir = dir;
        this.process = process;
    }

    /** Returns whether the machine has containerd and its runtime. */
    static boolean isInstalled() {
        return Stream.of("containerd", "runc")
                .allMatch(program -> Stream.of(
                                System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .anyMatch(d -> Files.isExecutable(Path.of(d, program))));
    }

    /**
     * Starts containerd, and does not wait for it.
     *
     * @param dir its corner; the path must be short, as unix sockets have at most 107 bytes
     */
    static PrivateContainerd start(Path dir) throws IOException {
        var config = Files.writeString(dir.resolve("config.toml"), """
                version = 2
                root = "%1$s/root"
                state = "%1$s/state"
                [grpc]
                  address = "%1$s/c.sock"
                [ttrpc]
                  address = "%1$s/t.sock"
                [plugins."io.containerd.grpc.v1.cri"]
                  restrict_oom_score_adj = true
                [plugins."io.containerd.grpc.v1.cri".cni]
                  bin_dir = "%1$s/bin"
                  conf_dir = "%1$s/net.d"
                """.formatted(dir));
        var process = new ProcessBuilder("containerd", "--config", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(dir.resolve("log").toFile()))
                .start();
        return new PrivateContainerd(dir, process);
    }

    Path socket() {
        return dir.resolve("c.sock");
    }

    /** Returns whether it still runs. */
    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}

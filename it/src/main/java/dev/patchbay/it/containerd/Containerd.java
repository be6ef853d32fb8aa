package dev.patchbay.it.containerd;

import dev.patchbay.it.host.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A containerd with its own root, state, socket and CNI configuration. It has a pause image and a cluster network by
 * bridge and host-local, and leaves nothing behind when it is closed.
 */
public final class Containerd implements AutoCloseable {

    private static final String NAMESPACE = "k8s.io";

    /** Where Debian's package has the plugins; the environment may name another place. */
    public static final Path PLUGINS = Path.of(System.getenv().getOrDefault("CNI_BIN_DIR", "/usr/lib/cni"));

    /** The IPAM plugin of this build; from the root of the project, or from a module of it. */
    public static final Path IPAM_PLUGIN = Stream.of("multus/target/cni/patchbay", "../multus/target/cni/patchbay")
            .map(Path::of)
            .filter(Files::exists)
            .findFirst()
            .map(Path::toAbsolutePath)
            .orElseThrow(() -> new IllegalStateException("multus/target/cni/patchbay was not built"));

    private final Path dir;
    private final String bridge;
    private final SandboxApi sandboxes;
    private Process process;

    private Containerd(Path dir, int subnet) throws IOException {
        this.dir = dir;
        this.bridge = "pbc" + subnet;
        writeConfiguration(subnet);
        launch();
        var image = PauseImage.make(Files.createDirectories(dir.resolve("pause")));
        ctr("images", "import", image.toString());
        sandboxes = new SandboxApi(socket());
    }

    /**
     * Starts a containerd.
     *
     * @param dir    its corner; the path must be short, as unix sockets have at most 107 bytes
     * @param subnet the cluster network is 10.{@code subnet}.0.0/16
     */
    public static Containerd start(Path dir, int subnet) {
        try {
            return new Containerd(dir, subnet);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the socket of the container runtime interface. */
    public Path socket() {
        return dir.resolve("c.sock");
    }

    /** Returns the directory of the node's CNI configurations. */
    public Path confDir() {
        return dir.resolve("net.d");
    }

    /** Returns the directory in which host-local keeps the cluster network's addresses. */
    public Path clusterAddresses() {
        return dir.resolve("ipam/cluster");
    }

    /** Returns the bridge of the cluster network. */
    public String bridge() {
        return bridge;
    }

    /** Returns what makes and ends sandboxes. */
    public SandboxApi sandboxes() {
        return sandboxes;
    }

    /** Ends the daemon; sandboxes go on. */
    public void stop() {
        process.destroy();
        awaitEnd();
    }

    /** Starts the daemon again. */
    public void startAgain() {
        try {
            launch();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        sandboxes.close();
        stop();
        endShims();
        unmountAll();
        Shell.tryRun("ip", "link", "delete", bridge);
    }

    private void launch() throws IOException {
        var builder = new ProcessBuilder(
                        "containerd", "--config", dir.resolve("config.toml").toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        dir.resolve("containerd.log").toFile()));
        builder.environment()
                .put("PATCHBAY_IPAM_SOCKET", dir.resolve("ipam.sock").toString());
        process = builder.start();
        Awaitility.await("containerd")
                .atMost(30, TimeUnit.SECONDS)
                .pollInterval(20, TimeUnit.MILLISECONDS)
                .until(() -> {
                    if (!process.isAlive()) {
                        throw new IllegalStateException(
                                "containerd ended: " + Files.readString(dir.resolve("containerd.log")));
                    }
                    return Shell.tryRun("ctr", "-a", socket().toString(), "version")
                                    .exitCode()
                            == 0;
                });
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Shims outlive the daemon on purpose; those of this corner bear its socket among their arguments. */
    private void endShims() {
        ProcessHandle.allProcesses()
                .filter(p -> p.info().commandLine().orElse("").contains(socket().toString()))
                .flatMap(p -> Stream.concat(p.descendants(), Stream.of(p)))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private void unmountAll() {
        try {
            Files.readAllLines(Path.of("/proc/mounts")).stream()
                    .map(line -> line.split(" ", -1)[1])
                    .filter(mount -> mount.startsWith(dir.toString()))
                    .sorted(Comparator.reverseOrder())
                    .forEach(mount -> Shell.tryRun("umount", "--lazy", mount));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void ctr(String... arguments) {
        var command = Stream.concat(Stream.of("ctr", "-a", socket().toString(), "-n", NAMESPACE), Stream.of(arguments));
        Shell.run(command.toArray(String[]::new));
    }

    /** The runtime looks for plugins in one directory: Debian's, and the IPAM plugin of this build. */
    private void linkPlugins() throws IOException {
        var bin = Files.createDirectories(dir.resolve("cni"));
        try (var plugins = Files.list(PLUGINS)) {
            for (var plugin : plugins.toList()) {
                Files.createSymbolicLink(bin.resolve(plugin.getFileName()), plugin);
            }
        }
        Files.createSymbolicLink(bin.resolve("patchbay"), IPAM_PLUGIN);
    }

    private void writeConfiguration(int subnet) throws IOException {
        Files.createDirectories(confDir());
        linkPlugins();
        Files.writeString(dir.resolve("config.toml"), """
                version = 2
                root = "%1$s/root"
                state = "%1$s/state"
                [grpc]
                  address = "%1$s/c.sock"
                [ttrpc]
                  address = "%1$s/t.sock"
                [plugins."io.containerd.grpc.v1.cri"]
                  sandbox_image = "%2$s"
                  restrict_oom_score_adj = true
                  disable_apparmor = true
                  netns_mounts_under_state_dir = true
                [plugins."io.containerd.grpc.v1.cri".cni]
                  bin_dir = "%1$s/cni"
                  conf_dir = "%1$s/net.d"
                """.formatted(dir, PauseImage.NAME));
        Files.writeString(confDir().resolve("10-cluster.conflist"), """
                {"cniVersion": "0.4.0", "name": "cluster", "plugins": [
                  {"type": "bridge", "bridge": "%s", "isDefaultGateway": true, "ipam":
                    {"type": "host-local", "dataDir": "%s/ipam", "ranges": [[{"subnet": "10.%d.0.0/16"}]]}}]}
                """.formatted(bridge, dir, subnet));
    }
}

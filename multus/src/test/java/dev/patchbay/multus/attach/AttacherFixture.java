package dev.patchbay.multus.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.multus.cache.AttachmentCache;
import dev.patchbay.multus.cache.ForeignCaches;
import dev.patchbay.multus.cni.CniOptions;
import dev.patchbay.multus.cni.CniRuntime;
import dev.patchbay.multus.cni.HostCommands;
import dev.patchbay.multus.devinfo.DeviceInfoFiles;
import dev.patchbay.multus.nad.Nad;
import dev.patchbay.multus.nad.PodRef;
import dev.patchbay.multus.netns.NamespaceView;
import dev.patchbay.multus.netns.NetworkNamespaces;
import dev.patchbay.multus.policy.Policy;
import dev.patchbay.multus.policy.PolicyConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

/** An attacher over a real namespace and its own folders; plugins are scripts, or those that are installed. */
final class AttacherFixture {

    static final Path INSTALLED = Path.of("/usr/lib/cni");

    /** Its NADs may say anything. */
    private static final String POD_NAMESPACE = "kube-system";

    final Path dir;
    final AttachmentCache cache;
    final CniAttacher attacher;

    /** Unique on this machine, and short enough for the name of a link. */
    final String name = "pbt" + Integer.toHexString(ThreadLocalRandom.current().nextInt());

    private final NetworkNamespaces namespaces = new NetworkNamespaces();

    AttacherFixture(Path dir) throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root, to make a network namespace");
        this.dir = dir;
        Files.createDirectories(dir.resolve("bin"));
        cache = AttachmentCache.open(dir.resolve("cache"));
        var options = CniOptions.of(List.of(dir.resolve("bin"), INSTALLED));
        attacher = new CniAttacher(
                new CallPreparation(
                        dir, new Policy(PolicyConfig.DEFAULT), namespaces, new DeviceInfoFiles(dir.resolve("devinfo"))),
                new CniRuntime(options),
                new HostCommands(options),
                namespaces,
                cache,
                new ForeignCaches(List.of(dir.resolve("foreign"))),
                Clock.systemUTC());
        run("ip", "netns", "add", name);
    }

    static void assumeInstalled(String... plugins) {
        for (var plugin : plugins) {
            assumeTrue(Files.isExecutable(INSTALLED.resolve(plugin)), "needs the CNI plugin " + plugin);
        }
    }

    /** Gives the pod a network of its own: eth0 with a default route. */
    void defaultNetwork() throws Exception {
        ip("link add eth0 type bridge");
        ip("addr add 10.0.0.2/24 dev eth0");
        ip("link set eth0 up");
        ip("route add default via 10.0.0.1 dev eth0");
    }

    void ip(String words) throws Exception {
        var command = new ArrayList<>(List.of("ip", "-n", name));
        command.addAll(List.of(words.split(" ")));
        run(command.toArray(String[]::new));
    }

    /** Makes a plugin; {@code LOG}, {@code DIR} and {@code IN} ({@code nsenter}) are at its hands. */
    void plugin(String type, String body) throws IOException {
        var fresh = Files.writeString(
                dir.resolve("fresh"),
                "#!/bin/sh\nDIR=%s\nLOG=$DIR/log\nIN=\"nsenter --net=$CNI_NETNS\"\necho \"$CNI_COMMAND %s\" >> $LOG\n%s\n"
                        .formatted(dir, type, body));
        assertThat(fresh.toFile().setExecutable(true)).isTrue();
        Files.move(fresh, dir.resolve("bin").resolve(type), StandardCopyOption.REPLACE_EXISTING);
    }

    PlugOrder plug(String config, AttachmentRequest request) {
        return new PlugOrder(sandbox(), pod(), nad(config), request, "net1");
    }

    UnplugOrder unplug(String interfaceName, Optional<String> config) {
        return new UnplugOrder(sandbox(), pod(), interfaceName, config.map(this::nad));
    }

    private Nad nad(String config) {
        return new Nad(
                new NetworkName(POD_NAMESPACE, "lan"),
                Optional.of(config.replace('\'', '"').replace("NAME", name).replace("DIR", dir.toString())),
                Optional.empty(),
                "1");
    }

    private SandboxRef sandbox() {
        return new SandboxRef("sandbox-1", netns(), OptionalLong.empty());
    }

    private static PodRef pod() {
        return new PodRef(POD_NAMESPACE, "web", "uid-1");
    }

    Path netns() {
        return Path.of("/run/netns", name);
    }

    NamespaceView look() throws IOException {
        return namespaces.look(netns());
    }

    String log() throws IOException {
        return Files.readString(dir.resolve("log"));
    }

    /** Returns the addresses that host-local has given away. */
    List<String> leases() throws IOException {
        var leases = dir.resolve("leases/lan");
        if (!Files.isDirectory(leases)) {
            return List.of();
        }
        try (var files = Files.list(leases)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.startsWith("10."))
                    .sorted()
                    .toList();
        }
    }

    /** Removes the namespace; a link of the fixture's name on the host goes with {@link #remove}. */
    void removeNamespace() throws Exception {
        run("ip", "netns", "del", name);
    }

    void remove() throws Exception {
        if (Files.exists(netns())) {
            removeNamespace();
        }
        new ProcessBuilder("sh", "-c", "ip link del " + name + " 2>/dev/null")
                .start()
                .waitFor();
    }

    static void run(String... command) throws Exception {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
                .as(String.join(" ", command))
                .isZero();
    }
}

package dev.patchbay.multus.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.multus.cache.AttachmentCache;
import dev.patchbay.multus.cache.CachedAttachment;
import dev.patchbay.multus.cache.CachedAttachment.Phase;
import dev.patchbay.multus.cache.ForeignCaches;
import dev.patchbay.multus.cni.CniOptions;
import dev.patchbay.multus.cni.CniRuntime;
import dev.patchbay.multus.cni.HostCommands;
import dev.patchbay.multus.devinfo.DeviceInfoFiles;
import dev.patchbay.multus.nad.Nad;
import dev.patchbay.multus.nad.PodRef;
import dev.patchbay.multus.netns.NetworkNamespaces;
import dev.patchbay.multus.policy.Policy;
import dev.patchbay.multus.policy.PolicyConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The procedure in a real namespace, with plugins that are shell scripts over {@code ip}. */
class CniAttacherTest {

    private static final String IFNAME = "net1";

    /** ADD makes a bridge as the link, DEL deletes it; both are noted. */
    private static final String WELL_BEHAVED = """
            echo "$CNI_COMMAND" >> $LOG
            case $CNI_COMMAND in
            ADD) nsenter --net=$CNI_NETNS ip link add $CNI_IFNAME type bridge || exit 1
                 echo "{\\"cniVersion\\":\\"1.0.0\\",\\"interfaces\\":[{\\"name\\":\\"$CNI_IFNAME\\",\\"sandbox\\":\\"$CNI_NETNS\\"}]}";;
            DEL) [ -z "$CNI_NETNS" ] || nsenter --net=$CNI_NETNS ip link del $CNI_IFNAME 2>/dev/null; exit 0;;
            esac
            """;

    @TempDir
    Path dir;

    private final String namespace = "pbt" + ProcessHandle.current().pid();
    private final Path netns = Path.of("/run/netns", namespace);
    private final NetworkNamespaces namespaces = new NetworkNamespaces();
    private AttachmentCache cache;
    private CniAttacher attacher;

    @BeforeEach
    void makeNamespace() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root, to make a network namespace");
        run("ip", "netns", "add", namespace);
        Files.createDirectories(dir.resolve("bin"));
        attacher = attacher();
    }

    @AfterEach
    void removeNamespace() throws Exception {
        run("ip", "netns", "del", namespace);
    }

    private CniAttacher attacher() throws IOException {
        cache = AttachmentCache.open(dir.resolve("cache"));
        var options = CniOptions.of(List.of(dir.resolve("bin")));
        var preparation = new CallPreparation(
                dir, new Policy(PolicyConfig.DEFAULT), namespaces, new DeviceInfoFiles(dir.resolve("devinfo")));
        return new CniAttacher(
                preparation,
                new CniRuntime(options),
                new HostCommands(options),
                namespaces,
                cache,
                new ForeignCaches(List.of(dir.resolve("foreign"))),
                Clock.systemUTC());
    }

    @Test
    void answersFromTheRecordWhatIsAttachedAlready() throws Exception {
        plugin(WELL_BEHAVED);

        var first = attacher.plug(order(netns));
        var second = attacher.plug(order(netns));

        assertThat(second).isEqualTo(first);
        assertThat(log()).isEqualTo("ADD\n");
        assertThat(record().orElseThrow().provenance().orElseThrow().phase()).isEqualTo(Phase.ATTACHED);
    }

    @Test
    void leavesNothingAfterAFailedAdd() throws Exception {
        plugin(WELL_BEHAVED.replace("echo \"{", "exit 1; echo \"{"));

        assertThatThrownBy(() -> attacher.plug(order(netns))).isInstanceOf(AttachException.class);

        assertThat(links()).doesNotContain(IFNAME);
        assertThat(record()).isEmpty();
        assertThat(log()).isEqualTo("ADD\nDEL\n");
    }

    /** A plugin that leaves its link although its DEL succeeds: the link is removed all the same. */
    @Test
    void removesTheLinkThatThePluginLeaves() throws Exception {
        plugin(WELL_BEHAVED.replace("ip link del", "true"));
        attacher.plug(order(netns));

        attacher.unplug(unplugOrder());

        assertThat(links()).doesNotContain(IFNAME);
        assertThat(record()).isEmpty();
    }

    @Test
    void touchesNoForeignLink() throws Exception {
        plugin(WELL_BEHAVED);
        run("ip", "-n", namespace, "link", "add", IFNAME, "type", "bridge");

        var failure = catchThrowableOfType(AttachException.class, () -> attacher.plug(order(netns)));

        assertThat(failure.kind()).isEqualTo(AttachException.Kind.REFUSED);
        assertThat(links()).contains(IFNAME);
        assertThat(dir.resolve("log")).doesNotExist();
        assertThat(record()).isEmpty();
    }

    /** Failure F5: whoever finds an intent after a crash settles it before anything else. */
    @Test
    void settlesTheIntentOfAnEarlierRun() throws Exception {
        plugin(WELL_BEHAVED);
        attacher.plug(order(netns));
        var attached = record().orElseThrow();
        cache.put(new CachedAttachment(
                attached.call(), Optional.empty(), attached.provenance().map(p -> p.in(Phase.ADDING, p.since()))));

        attacher().plug(order(netns));

        assertThat(log()).isEqualTo("ADD\nDEL\nADD\n");
        assertThat(links()).contains(IFNAME);
    }

    @Test
    void keepsTheDebtOfADelThatFailsAndSettlesItLater() throws Exception {
        plugin(WELL_BEHAVED);
        attacher.plug(order(netns));
        plugin("exit 7");

        assertThatThrownBy(() -> attacher.unplug(unplugOrder())).hasMessageContaining("exit code 7");
        assertThat(record().orElseThrow().provenance().orElseThrow().phase()).isEqualTo(Phase.DELETING);

        plugin(WELL_BEHAVED);
        attacher().unplug(unplugOrder());
        assertThat(record()).isEmpty();
    }

    /** Failures F16 and F17: neither a plain file nor the host's own namespace is a sandbox. */
    @Test
    void runsNothingOnAPathThatIsNoSandboxsNamespace() throws Exception {
        plugin(WELL_BEHAVED);
        var plainFile = Files.createFile(dir.resolve("plain"));

        for (var path : List.of(plainFile, Path.of("/proc/self/ns/net"), dir.resolve("absent"))) {
            var failure = catchThrowableOfType(AttachException.class, () -> attacher.plug(order(path)));
            assertThat(failure.kind()).as(path.toString()).isEqualTo(AttachException.Kind.SANDBOX);
        }
        assertThat(dir.resolve("log")).doesNotExist();
        assertThat(cache.all()).isEmpty();
    }

    @Test
    void releasesWithoutANamespaceAndMoreThanOnce() throws Exception {
        plugin(WELL_BEHAVED.replace("[ -z", "echo \"netns=$CNI_NETNS\" >> $LOG; [ -z"));
        attacher.plug(order(netns));
        var attached = record().orElseThrow();
        run("ip", "netns", "del", namespace);

        attacher.release(attached);
        attacher.release(attached);

        assertThat(log()).isEqualTo("ADD\nDEL\nnetns=\nDEL\nnetns=\n");
        assertThat(record()).isEmpty();
        run("ip", "netns", "add", namespace);
    }

    @Test
    void doesNotBelieveASuccessWithoutALink() throws Exception {
        plugin(WELL_BEHAVED.replace("ip link add", "true"));

        assertThatThrownBy(() -> attacher.plug(order(netns)))
                .hasMessageContaining("not in the pod's network namespace");

        assertThat(log()).isEqualTo("ADD\nDEL\n");
        assertThat(record()).isEmpty();
    }

    private PlugOrder order(Path path) {
        var nad = new Nad(
                new NetworkName("default", "net"),
                Optional.of("{\"cniVersion\":\"1.0.0\",\"type\":\"scripted\"}"),
                Optional.empty(),
                "1");
        return new PlugOrder(
                new SandboxRef("sandbox-1", path, OptionalLong.empty()),
                new PodRef("default", "web", "uid-1"),
                nad,
                AttachmentRequest.NONE,
                IFNAME);
    }

    private UnplugOrder unplugOrder() {
        return new UnplugOrder(
                new SandboxRef("sandbox-1", netns, OptionalLong.empty()),
                new PodRef("default", "web", "uid-1"),
                IFNAME,
                Optional.empty());
    }

    private Optional<CachedAttachment> record() {
        return cache.get("sandbox-1", IFNAME);
    }

    private Set<String> links() throws IOException {
        return namespaces.look(netns).linkNames();
    }

    private String log() throws IOException {
        return Files.readString(dir.resolve("log"));
    }

    private void plugin(String body) throws IOException {
        var fresh =
                Files.writeString(dir.resolve("fresh"), "#!/bin/sh\nLOG=%s\n%s".formatted(dir.resolve("log"), body));
        assertThat(fresh.toFile().setExecutable(true)).isTrue();
        Files.move(fresh, dir.resolve("bin/scripted"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void run(String... command) throws Exception {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
                .as(String.join(" ", command))
                .isZero();
    }
}

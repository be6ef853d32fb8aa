package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.patchbay.it.api.InProcessApiServer.Fault;
import dev.patchbay.it.containerd.Containerd;
import dev.patchbay.it.node.Kubectl;
import dev.patchbay.it.node.TestNode;
import dev.patchbay.it.node.TestPod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The controller ends, in whatever way and at whatever moment; what happened meanwhile is made good when it is back. */
class CrashIT {

    @RegisterExtension
    static final NodeExtension NODE = NodeExtension.withController();

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String NET1 = "[{\"name\":\"storage\",\"interface\":\"net1\"}]";

    private static boolean prepared;

    private TestNode node;
    private Kubectl kubectl;

    @BeforeEach
    void prepare() {
        node = NODE.node();
        kubectl = node.kubectl();
        if (!prepared) {
            prepared = true;
            kubectl.createNad("default", "storage", Nads.bridge(node, "storage", 1));
        }
        if (!node.controller().isRunning()) {
            node.controller().start();
        }
    }

    /** Field case MD235: the ADD worked, the status write did not. */
    @Test
    void writesTheStatusOfANicThatWasPluggedBeforeTheKill() {
        var pod = node.create("killed-before-write");
        node.api().failWith(Optional.of(new Fault(line -> line.startsWith("PATCH") && line.endsWith("/status"), 500)));
        kubectl.annotate(pod, NET1);
        await().atMost(LIMIT).until(() -> node.netns(pod).link("net1").isPresent() && attached(1));
        node.controller().kill();
        node.api().failWith(Optional.empty());
        var link = node.netns(pod).link("net1").orElseThrow();

        node.controller().start();

        kubectl.awaitInterfaces(pod, "net1");
        assertThat(node.netns(pod).link("net1")).hasValue(link);
        assertThat(node.netns(pod).linkNames()).containsExactlyInAnyOrder("eth0", "net1");
        assertThat(node.addresses("storage")).isEqualTo(link.ips());
        delete(pod);
    }

    @Test
    void repeatsOnlyTheWriteWhileTheApiServerRefusesIt() {
        var pod = node.create("refused-write");
        node.api().failWith(Optional.of(new Fault(line -> line.startsWith("PATCH") && line.endsWith("/status"), 500)));
        kubectl.annotate(pod, NET1);
        await().atMost(LIMIT).until(() -> attached(1));
        var link = node.netns(pod).link("net1").orElseThrow();

        node.api().failWith(Optional.empty());

        kubectl.awaitInterfaces(pod, "net1");
        assertThat(node.netns(pod).link("net1")).hasValue(link);
        delete(pod);
    }

    @Test
    void makesGoodEditsThatWereMadeWhileItWasDown() {
        var gains = node.create("gains");
        var loses = node.create("loses");
        kubectl.annotate(loses, NET1);
        kubectl.awaitInterfaces(loses, "net1");
        node.controller().kill();

        kubectl.annotate(gains, NET1);
        kubectl.annotate(loses, "[]");
        node.controller().start();

        kubectl.awaitInterfaces(gains, "net1");
        kubectl.awaitInterfaces(loses);
        assertThat(node.netns(loses).linkNames()).containsExactly("eth0");
        assertThat(node.addresses("storage")).hasSize(1);
        delete(gains);
        delete(loses);
    }

    @Test
    void freesWhatAPodHeldThatWasDeletedWhileItWasDown() {
        var pod = node.create("deleted-meanwhile");
        kubectl.annotate(pod, NET1);
        kubectl.awaitInterfaces(pod, "net1");
        node.controller().kill();
        assertThat(node.addresses("storage")).hasSize(1);

        node.delete(pod);
        assertThat(node.addresses("storage")).hasSize(1);
        node.controller().start();

        await().atMost(LIMIT).until(() -> node.addresses("storage").isEmpty() && attached(0));
    }

    @Test
    void finishesWhatIsAtWorkWhenItIsAskedToEnd() throws IOException {
        slowDown("bridge", "0.7");
        try {
            var pod = node.create("drained");
            kubectl.annotate(pod, NET1);
            await().atMost(LIMIT).until(() -> recorded(1));

            assertThat(node.controller().stop()).isIn(0, 143);

            assertThat(node.netns(pod).link("net1")).isPresent();
            assertThat(attached(1)).isTrue();
            node.controller().start();
            kubectl.awaitInterfaces(pod, "net1");
            delete(pod);
        } finally {
            Files.delete(node.dir().resolve("bin/bridge"));
        }
    }

    /** Failure F5: killed between the ADD and its record. */
    @Test
    void plugsOnceWhenItWasKilledInTheMiddleOfAnAdd() throws IOException {
        slowDown("bridge", "1");
        var pod = node.create("killed-in-add");
        try {
            kubectl.annotate(pod, NET1);
            await().atMost(LIMIT).until(() -> node.netns(pod).link("net1").isPresent());
            node.controller().kill();
        } finally {
            Files.delete(node.dir().resolve("bin/bridge"));
        }
        node.controller().start();

        kubectl.awaitInterfaces(pod, "net1");
        assertThat(node.netns(pod).linkNames()).containsExactlyInAnyOrder("eth0", "net1");
        assertThat(node.addresses("storage"))
                .isEqualTo(node.netns(pod).link("net1").orElseThrow().ips());
        delete(pod);
    }

    @Test
    void outlivesAnApiServerThatIsAway() {
        var pod = node.create("api-away");
        kubectl.annotate(pod, NET1);
        kubectl.awaitInterfaces(pod, "net1");
        var link = node.netns(pod).link("net1").orElseThrow();

        node.api().stop();
        node.api().start();
        kubectl.annotate(
                pod, "[{\"name\":\"storage\",\"interface\":\"net1\"},{\"name\":\"storage\",\"interface\":\"net2\"}]");

        kubectl.awaitInterfaces(pod, "net1", "net2");
        assertThat(node.netns(pod).link("net1")).hasValue(link);
        delete(pod);
    }

    /** Puts a plugin before the real one that works and then takes its time to say so. */
    private void slowDown(String plugin, String seconds) throws IOException {
        var bin = Files.createDirectories(node.dir().resolve("bin"));
        var script = Files.writeString(bin.resolve(plugin), """
                #!/bin/sh
                %s/%s; code=$?
                [ "$CNI_COMMAND" = ADD ] && sleep %s
                exit $code
                """.formatted(Containerd.PLUGINS, plugin, seconds));
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    private void delete(TestPod pod) {
        node.delete(pod);
        await().atMost(LIMIT).until(() -> node.addresses("storage").isEmpty() && attached(0));
    }

    private boolean recorded(int count) throws IOException {
        try (var files = Files.list(node.records().resolve("results"))) {
            return files.filter(f -> !f.toString().endsWith(".tmp")).count() == count;
        }
    }

    private boolean attached(int count) throws IOException {
        try (var files = Files.list(node.records().resolve("results"))) {
            var texts = files.filter(f -> !f.toString().endsWith(".tmp"))
                    .map(CrashIT::text)
                    .toList();
            return texts.size() == count && texts.stream().allMatch(t -> t.contains("\"ATTACHED\""));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}

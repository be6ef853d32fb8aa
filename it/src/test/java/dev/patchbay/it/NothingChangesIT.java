package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.annotations.Keys;
import dev.patchbay.it.node.Kubectl;
import dev.patchbay.it.node.TestNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Texts that ask for nothing, and texts that cannot be read. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NothingChangesIT extends NodeTest {

    @RegisterExtension
    static final NodeExtension NODE = NodeExtension.with(
            node -> node.with("retry.initial", "60s").with("retry.max", "60s").startController());

    @Override
    TestNode node() {
        return NODE.node();
    }

    @BeforeAll
    void networks() {
        bridgeNetwork("storage", 1);
    }

    @Test
    void unplugsEverythingForAnEmptyList() {
        var pod = node().create("empty-list");
        kubectl().annotate(pod, "storage,storage");
        kubectl().awaitInterfaces(pod, "net1", "net2");

        kubectl().annotate(pod, "[]");

        kubectl().awaitInterfaces(pod);
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        assertThat(node().addresses("storage")).isEmpty();
        deleteAndAwaitRelease(pod, "storage");
    }

    /** Without the annotation nobody asked for anything; but what Patchbay itself attached goes with it. */
    @Test
    void removesWhatItAttachedItselfWhenTheAnnotationGoes() {
        var pod = node().create("annotation-gone");
        kubectl().annotate(pod, "storage");
        kubectl().awaitInterfaces(pod, "net1");

        kubectl().removeAnnotation(pod, Keys.NETWORKS);

        kubectl().awaitInterfaces(pod);
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        deleteAndAwaitRelease(pod, "storage");
    }

    @Test
    void leavesAPodWithoutAnnotationAlone() {
        var quiet = node().create("quiet");
        var busy = node().create("busy");
        node().netns(quiet).run("ip", "link", "add", "own0", "type", "bridge");

        kubectl().annotate(busy, "storage");
        kubectl().awaitInterfaces(busy, "net1");

        assertThat(node().netns(quiet).linkNames()).containsExactlyInAnyOrder("eth0", "own0");
        assertThat(kubectl().networkStatus(quiet)).isEmpty();
        assertThat(kubectl().condition(quiet)).isEmpty();
        assertThat(kubectl().events(quiet)).isEmpty();
        node().delete(quiet);
        deleteAndAwaitRelease(busy, "storage");
    }

    @Test
    void changesNothingForBrokenJsonAndTellsThePosition() {
        var pod = node().create("broken-json");
        kubectl().annotate(pod, "storage");
        kubectl().awaitInterfaces(pod, "net1");
        var before = linkIndex(pod, "net1");

        kubectl().annotate(pod, "[{\"name\":\"storage\",\n \"interface\":}]");

        kubectl().awaitCondition(pod, "False", "line 2");
        awaitEvent(pod, "InvalidNetworksAnnotation", "line 2");
        assertThat(linkIndex(pod, "net1")).isEqualTo(before);
        assertThat(Kubectl.interfaces(kubectl().get(pod).orElseThrow())).containsExactly("net1");

        kubectl().annotate(pod, "storage");
        kubectl().awaitCondition(pod, "True", "");
        assertThat(linkIndex(pod, "net1")).isEqualTo(before);
        deleteAndAwaitRelease(pod, "storage");
    }

    @Test
    void changesNothingWhenOneElementIsWrongAndNamesIt() {
        var pod = node().create("wrong-element");

        kubectl().annotate(pod, list(nic("storage", "net1"), "{\"name\":\"storage\",\"ips\":[\"10.0.0.300\"]}"));

        kubectl().awaitCondition(pod, "False", "10.0.0.300");
        awaitEvent(pod, "InvalidNetworksAnnotation", "ips");
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        node().delete(pod);
    }

    /** Field case M459: the network comes to exist after the pod asks for it; no further edit is needed. */
    @Test
    void plugsAtOnceWhenTheMissingNetworkIsCreated() {
        var pod = node().create("too-early");
        kubectl().annotate(pod, "later");
        kubectl().awaitCondition(pod, "False", "default/later does not exist");
        awaitEvent(pod, "FailedAddingInterface", "default/later does not exist");
        // The failure's next turn is most of a minute away: only the creation itself can be what brings the NIC.
        long created = System.nanoTime();
        bridgeNetwork("later", 2);

        kubectl()
                .await(
                        pod,
                        "net1",
                        Duration.ofSeconds(5),
                        p -> Kubectl.interfaces(p).equals(List.of("net1")));

        System.out.printf(
                "from the NAD's creation to network-status: %d ms%n", (System.nanoTime() - created) / 1_000_000);
        kubectl().awaitCondition(pod, "True", "");
        assertAgreement(pod, "net1");
        deleteAndAwaitRelease(pod, "later");
    }
}

package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.it.node.PodSpec;
import dev.patchbay.it.node.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The forms in which networks can be asked for. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnnotationFormsIT extends NodeTest {

    @RegisterExtension
    static final NodeExtension NODE = NodeExtension.withController();

    @Override
    TestNode node() {
        return NODE.node();
    }

    @BeforeAll
    void networks() {
        bridgeNetwork("storage", 1);
        bridgeNetwork("backup", 2);
        kubectl().createNad("default", "nameless", """
                {"cniVersion": "0.4.0", "type": "bridge", "bridge": "%s",
                 "ipam": {"type": "host-local", "dataDir": "%s/ipam", "ranges": [[{"subnet": "%s"}]]}}""".formatted(
                        node().ownedLink("pb%dx3".formatted(node().number())), node().dir(), Nads.subnet(node(), 3)));
    }

    @Test
    void takesTheCommaForm() {
        var pod = node().create("comma");

        kubectl().annotate(pod, "storage, default/backup@net7");

        kubectl().awaitInterfaces(pod, "net1", "net7");
        assertThat(entry(pod, "net1").name()).isEqualTo("default/storage");
        assertThat(entry(pod, "net7").name()).isEqualTo("default/backup");
        assertAgreement(pod, "net1", "net7");
        deleteAndAwaitRelease(pod, "storage", "backup");
    }

    /** Field case MD43. */
    @Test
    void plugsIntoAPodThatNeverHadTheAnnotation() {
        var pod = node().create("never-annotated");
        assertThat(kubectl().networkStatus(pod)).isEmpty();

        kubectl().annotate(pod, list(nic("storage", "net1")));

        kubectl().awaitInterfaces(pod, "net1");
        assertAgreement(pod, "net1");
        deleteAndAwaitRelease(pod, "storage");
    }

    /** Field case MD63: unnamed elements can be unplugged, and the others stay as they are. */
    @Test
    void unplugsAnUnnamedElementAndLeavesTheOthersAlone() {
        var pod = node().create("unnamed");
        kubectl().annotate(pod, "storage,backup");
        kubectl().awaitInterfaces(pod, "net1", "net2");
        var backup = linkIndex(pod, "net2");

        kubectl().annotate(pod, "backup");

        kubectl().awaitInterfaces(pod, "net2");
        assertThat(linkIndex(pod, "net2")).isEqualTo(backup);
        assertAgreement(pod, "net2");
        deleteAndAwaitRelease(pod, "storage", "backup");
    }

    @Test
    void keepsAnUnnamedNicWhenAnotherIsAddedAndWhenItIsGivenItsName() {
        var pod = node().create("stays");
        kubectl().annotate(pod, "storage");
        kubectl().awaitInterfaces(pod, "net1");
        var before = linkIndex(pod, "net1");

        kubectl().annotate(pod, "storage,backup");
        kubectl().awaitInterfaces(pod, "net1", "net2");
        kubectl().annotate(pod, "storage@net1,backup,nameless");
        kubectl().awaitInterfaces(pod, "net1", "net2", "net3");

        assertThat(linkIndex(pod, "net1")).isEqualTo(before);
        assertThat(eventCount(pod, "RemovedInterface")).isZero();
        deleteAndAwaitRelease(pod, "storage", "backup", "nameless");
    }

    @Test
    void attachesTheSameNetworkTwice() {
        var pod = node().create("twice");

        kubectl().annotate(pod, "storage,storage");

        kubectl().awaitInterfaces(pod, "net1", "net2");
        assertAgreement(pod, "net1", "net2");
        assertThat(entry(pod, "net1").ips()).isNotEqualTo(entry(pod, "net2").ips());
        deleteAndAwaitRelease(pod, "storage");
    }

    /** Field cases M313, M508 and M1344: many NICs are one plan. */
    @Test
    void plugsTenNicsInOneEditInTheirOrder() {
        var pod = node().create("ten");
        var names = IntStream.range(0, 10).mapToObj(i -> "nic" + (9 - i)).toArray(String[]::new);

        kubectl()
                .annotate(
                        pod,
                        list(IntStream.range(0, 10)
                                .mapToObj(i -> nic(i % 2 == 0 ? "storage" : "backup", names[i]))
                                .toArray(String[]::new)));

        kubectl().awaitInterfaces(pod, names);
        assertAgreement(pod, names);
        deleteAndAwaitRelease(pod, "storage", "backup");
    }

    /** Field case MD45: the name defaults to the NAD's. */
    @Test
    void usesANadWhoseConfigurationHasNoName() {
        var pod = node().create("no-name");

        kubectl().annotate(pod, "nameless");

        kubectl().awaitInterfaces(pod, "net1");
        assertThat(node().addresses("nameless")).isEqualTo(link(pod, "net1").ips());
        deleteAndAwaitRelease(pod, "nameless");
    }

    @Test
    void usesTheNodesConfigurationForANadWithoutOne() throws IOException {
        Files.writeString(
                node().containerd().confDir().resolve("50-onnode.conflist"), Nads.bridge(node(), "onnode", 4));
        kubectl().createNad("default", "onnode", "");
        var pod = node().create("on-node");

        kubectl().annotate(pod, "onnode");

        kubectl().awaitInterfaces(pod, "net1");
        assertThat(node().addresses("onnode")).isEqualTo(link(pod, "net1").ips());
        deleteAndAwaitRelease(pod, "onnode");
    }

    /** Field case M414, and a pod that is made while Multus is absent: it gets all, and a complete status. */
    @Test
    void plugsWhatAPodAskedForAtItsCreation() {
        var pod = node().create(PodSpec.of("from-birth").withNetworks("storage,backup@data"));

        kubectl().awaitInterfaces(pod, "net1", "data");

        var status = kubectl().networkStatus(pod);
        assertThat(status).hasSize(3);
        var first = status.getFirst();
        assertThat(first.isDefault()).isTrue();
        assertThat(first.name()).isEqualTo("cluster");
        assertThat(first.interfaceName()).hasValue("eth0");
        assertThat(first.ips()).isEqualTo(link(pod, "eth0").ips());
        assertThat(first.mac()).hasValue(link(pod, "eth0").mac());
        assertThat(first.gateway()).isNotEmpty();
        assertThat(status.stream().filter(e -> e.isDefault())).hasSize(1);
        assertAgreement(pod, "net1", "data");
        deleteAndAwaitRelease(pod, "storage", "backup");
    }
}

package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.it.host.HostState;
import dev.patchbay.it.host.Shell;
import dev.patchbay.it.node.TestNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What was attached can be removed as it was attached, whatever became of its network; and nothing of it stays. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RemovalIT extends NodeTest {

    @RegisterExtension
    static final NodeExtension NODE = NodeExtension.withController();

    private static final String EVERYTHING = """
            [{"name":"full","interface":"net1","bandwidth":{"ingressRate":1000000,"ingressBurst":80000,
              "egressRate":1000000,"egressBurst":80000},
              "portMappings":[{"hostPort":18099,"containerPort":80,"protocol":"tcp"}]}]""";

    @Override
    TestNode node() {
        return NODE.node();
    }

    @BeforeAll
    void makeChainsOfTheHost() {
        // The plugins' own top-level chains stay once made; they are no part of an attachment.
        createFull();
        var pod = node().create("first");
        kubectl().annotate(pod, EVERYTHING);
        kubectl().awaitInterfaces(pod, "net1");
        kubectl().annotate(pod, "[]");
        kubectl().awaitInterfaces(pod);
        node().delete(pod);
        kubectl().deleteNad("default", "full");
    }

    @Test
    void removesPortMapsShapingLinksAndAddresses() {
        createFull();
        var pod = node().create("all-gone");
        var before = HostState.now();
        kubectl().annotate(pod, EVERYTHING);
        kubectl().awaitInterfaces(pod, "net1");
        assertThat(Shell.run("iptables-save")).contains("18099");
        assertThat(Shell.run("tc", "qdisc")).contains("tbf");

        kubectl().annotate(pod, "[]");

        kubectl().awaitInterfaces(pod);
        assertThat(HostState.now().newSince(before)).isEmpty();
        assertThat(Shell.run("iptables-save")).doesNotContain("18099");
        assertThat(Shell.run("tc", "qdisc")).doesNotContain("tbf");
        assertThat(node().addresses("full")).isEmpty();
        node().delete(pod);
        kubectl().deleteNad("default", "full");
    }

    @Test
    void removesAsAttachedAfterTheNadWasDeleted() {
        createFull();
        var pod = node().create("nad-deleted");
        var before = HostState.now();
        kubectl().annotate(pod, EVERYTHING);
        kubectl().awaitInterfaces(pod, "net1");
        kubectl().deleteNad("default", "full");

        kubectl().annotate(pod, "[]");

        kubectl().awaitInterfaces(pod);
        assertThat(HostState.now().newSince(before)).isEmpty();
        assertThat(node().addresses("full")).isEmpty();
        node().delete(pod);
    }

    @Test
    void removesAsAttachedAfterTheNadWasEdited() {
        createFull();
        var pod = node().create("nad-edited");
        var before = HostState.now();
        kubectl().annotate(pod, EVERYTHING);
        kubectl().awaitInterfaces(pod, "net1");
        kubectl().editNad("default", "full", Nads.macvlan("other", "nowhere"));

        kubectl().annotate(pod, "[]");

        kubectl().awaitInterfaces(pod);
        assertThat(HostState.now().newSince(before)).isEmpty();
        assertThat(node().addresses("full")).isEmpty();
        node().delete(pod);
        kubectl().deleteNad("default", "full");
    }

    /** Failure F32 without an unplug: the pod goes, and its port maps go with it. */
    @Test
    void freesPortMapsWhenThePodGoes() {
        createFull();
        var before = HostState.now();
        var pod = node().create("pod-goes");
        kubectl().annotate(pod, EVERYTHING);
        kubectl().awaitInterfaces(pod, "net1");

        deleteAndAwaitRelease(pod, "full");

        assertThat(Shell.run("iptables-save")).doesNotContain("18099");
        assertThat(HostState.now().newSince(before)).isEmpty();
        kubectl().deleteNad("default", "full");
    }

    private void createFull() {
        kubectl().createNad("default", "full", """
                {"cniVersion": "0.4.0", "name": "full", "plugins": [
                  {"type": "bridge", "bridge": "%s",
                   "ipam": {"type": "host-local", "dataDir": "%s/ipam", "ranges": [[{"subnet": "%s"}]]}},
                  {"type": "bandwidth", "capabilities": {"bandwidth": true}},
                  {"type": "portmap", "snat": true, "capabilities": {"portMappings": true}}]}""".formatted(
                        node().ownedLink("pb%dx1".formatted(node().number())), node().dir(), Nads.subnet(node(), 1)));
    }
}

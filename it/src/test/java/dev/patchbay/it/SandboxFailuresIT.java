package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.patchbay.it.containerd.Containerd;
import dev.patchbay.it.containerd.SandboxApi;
import dev.patchbay.it.node.Kubectl;
import dev.patchbay.it.node.TestNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sandboxes and their runtime go and come at the wrong moment. F numbers are those of the project's failure table. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SandboxFailuresIT extends NodeTest {

    @RegisterExtension
    static final NodeExtension NODE = NodeExtension.withController();

    @Override
    TestNode node() {
        return NODE.node();
    }

    @BeforeAll
    void networks() {
        bridgeNetwork("storage", 1);
        kubectl().createNad("default", "slow", """
                {"cniVersion": "0.4.0", "name": "slow", "plugins": [{"type": "slow", "bridge": "%s",
                  "ipam": {"type": "host-local", "dataDir": "%s/ipam", "ranges": [[{"subnet": "%s"}]]}}]}""".formatted(
                        node().ownedLink("pb%dx2".formatted(node().number())), node().dir(), Nads.subnet(node(), 2)));
        kubectl().createNad("default", "routed", """
                {"cniVersion": "0.4.0", "name": "routed", "plugins": [{"type": "bridge", "bridge": "%s",
                  "ipam": {"type": "host-local", "dataDir": "%s/ipam", "ranges": [[{"subnet": "%s"}]]}}, {"type": "sbr"}]}""".formatted(
                        node().ownedLink("pb%dx3".formatted(node().number())), node().dir(), Nads.subnet(node(), 3)));
    }

    @AfterEach
    void calm() {
        removePlugin("slow");
    }

    /** The ADD takes its time, so that something can happen meanwhile; it notes that it was called. */
    private void slowPlugin() {
        plugin("slow", """
                #!/bin/sh
                [ "$CNI_COMMAND" = ADD ] || exec %1$s/bridge
                echo "$CNI_CONTAINERID" >> %2$s/slow.log
                %1$s/bridge; code=$?
                sleep 2; exit $code
                """.formatted(Containerd.PLUGINS, node().dir()));
    }

    /** F15: the namespace is gone; a list with sbr, which fails without one, frees its addresses all the same. */
    @Test
    void freesAddressesWithoutANamespace() {
        var pod = node().create("namespace-gone");
        kubectl().annotate(pod, "routed,storage");
        kubectl().awaitInterfaces(pod, "net1", "net2");

        node().endSandbox(pod);

        awaitAddresses("routed", 0);
        awaitAddresses("storage", 0);
        await().atMost(LIMIT).until(() -> records(pod).isEmpty());
        node().delete(pod);
    }

    /** F18: the result of an ADD in a sandbox that was replaced meanwhile is dropped. */
    @Test
    void plugsIntoTheNewSandboxWhenTheOldOneEndsDuringTheAdd() {
        slowPlugin();
        var pod = node().create("replaced-sandbox");
        kubectl().annotate(pod, list(nic("slow", "net1")));
        await().atMost(LIMIT).until(() -> node().netns(pod).link("net1").isPresent());

        node().endSandbox(pod);
        var again = node().recreateSandbox(pod);

        kubectl().awaitInterfaces(again, "net1");
        await().atMost(LIMIT).untilAsserted(() -> assertAgreement(again, "net1"));
        awaitAddresses("slow", 1);
        deleteAndAwaitRelease(again, "slow");
    }

    /** F19: of two sandboxes of one pod that are ready, the newer attempt is the pod's. */
    @Test
    void takesTheNewestSandbox() {
        var pod = node().create("two-sandboxes");
        var newer = node().recreateSandbox(pod);

        kubectl().annotate(newer, "storage");

        kubectl().awaitInterfaces(newer, "net1");
        assertAgreement(newer, "net1");
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        node().endSandbox(pod);
        deleteAndAwaitRelease(newer, "storage");
    }

    /** F20: the runtime is restarted while an ADD runs. */
    @Test
    void addsOnceWhenTheRuntimeIsRestartedMeanwhile() {
        slowPlugin();
        var pod = node().create("runtime-restarted");
        kubectl().annotate(pod, list(nic("slow", "net1")));
        await().atMost(LIMIT).until(() -> node().netns(pod).link("net1").isPresent());

        node().containerd().stop();
        node().containerd().startAgain();

        kubectl().awaitInterfaces(pod, "net1");
        kubectl().annotate(pod, list(nic("slow", "net1"), nic("storage", "net2")));
        kubectl().awaitInterfaces(pod, "net1", "net2");
        assertAgreement(pod, "net1", "net2");
        awaitEventCount(pod, "AddedInterface", 2);
        awaitAddresses("slow", 1);
        deleteAndAwaitRelease(pod, "slow", "storage");
    }

    /** F21: while the runtime is away nothing is concluded; edits wait. */
    @Test
    void waitsForARuntimeThatIsAway() {
        var pod = node().create("runtime-away");
        kubectl().annotate(pod, list(nic("storage", "net1")));
        kubectl().awaitInterfaces(pod, "net1");
        var before = linkIndex(pod, "net1");
        node().containerd().stop();

        kubectl().annotate(pod, list(nic("storage", "net1"), nic("storage", "net2")));
        await().atMost(LIMIT).until(() -> node().controller().get("/readyz").statusCode() == 503);
        await().during(Duration.ofSeconds(3))
                .atMost(LIMIT)
                .until(() -> node().netns(pod).linkNames().size() == 2
                        && node().addresses("storage").size() == 1);
        assertThat(Kubectl.interfaces(kubectl().get(pod).orElseThrow())).isEqualTo(List.of("net1"));

        node().containerd().startAgain();
        kubectl().awaitInterfaces(pod, "net1", "net2");
        assertThat(linkIndex(pod, "net1")).isEqualTo(before);
        deleteAndAwaitRelease(pod, "storage");
    }

    /** F22: the pod is deleted while an ADD runs. */
    @Test
    void freesTheAddressOfAPodThatIsDeletedDuringTheAdd() {
        slowPlugin();
        var pod = node().create("deleted-in-add");
        kubectl().annotate(pod, list(nic("slow", "net1")));
        await().atMost(LIMIT).until(() -> node().netns(pod).link("net1").isPresent());

        deleteAndAwaitRelease(pod, "slow");
    }

    /** F34: a network that is named like the node's own is another attachment all the same. */
    @Test
    void keepsANetworkThatIsNamedLikeTheNodesOwn() {
        kubectl().createNad("default", "twin", Nads.bridge(node(), "cluster", 4));
        var pod = node().create("twin");
        kubectl().annotate(pod, list(nic("twin", "net1")));
        kubectl().awaitInterfaces(pod, "net1");
        var before = linkIndex(pod, "net1");

        node().containerd().stop();
        node().containerd().startAgain();

        node().containerd()
                .sandboxes()
                .stop(node().containerd()
                        .sandboxes()
                        .run(new SandboxApi.Identity("default", "other", "other-uid", 0), false));
        assertThat(linkIndex(pod, "net1")).isEqualTo(before);
        assertThat(node().netns(pod).linkNames()).containsExactlyInAnyOrder("eth0", "net1");
        node().delete(pod);
        await().atMost(LIMIT).until(() -> records(pod).isEmpty());
    }
}

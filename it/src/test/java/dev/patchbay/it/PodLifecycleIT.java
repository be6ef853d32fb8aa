package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.patchbay.it.containerd.Containerd;
import dev.patchbay.it.node.Kubectl;
import dev.patchbay.it.node.PodSpec;
import dev.patchbay.it.node.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pods come, go, and come back. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PodLifecycleIT extends NodeTest {

    @RegisterExtension
    static final NodeExtension NODE = NodeExtension.withController();

    @Override
    TestNode node() {
        return NODE.node();
    }

    private PluginCalls calls;

    @BeforeAll
    void networks() {
        calls = PluginCalls.of(this, "bridge");
        bridgeNetwork("storage", 1);
    }

    @Test
    void rejectsAPodOnTheHostsNetwork() {
        var pod = node().create(PodSpec.of("on-host").withNetworks("storage").onHostNetwork());

        awaitEvent(pod, "InterfaceAddRejected", "host's network");

        kubectl().annotate(pod, "example.com/other", "1");
        afterAnotherPodWasServed();
        awaitEventCount(pod, "InterfaceAddRejected", 1);
        assertThat(calls.in(pod)).isEmpty();
        assertThat(kubectl().networkStatus(pod)).isEmpty();
        assertThat(node().addresses("storage")).isEmpty();
        node().delete(pod);
    }

    @Test
    void rejectsAStaticPod() {
        var pod = node().create(PodSpec.of("static")
                .withNetworks("storage")
                .withAnnotation("kubernetes.io/config.source", "file"));

        awaitEvent(pod, "InterfaceAddRejected", "static pod");

        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        node().delete(pod);
    }

    @Test
    void leavesAFinishedPodAlone() {
        var pod = node().create("finished");
        kubectl().patchStatus(pod, "{\"status\": {\"phase\": \"Succeeded\"}}");

        kubectl().annotate(pod, "storage");

        afterAnotherPodWasServed();
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        assertThat(kubectl().networkStatus(pod)).isEmpty();
        node().delete(pod);
    }

    @Test
    void leavesAPodThatIsBeingDeletedAlone() {
        var pod = node().create("terminating");
        kubectl().patch(pod, "{\"metadata\": {\"deletionTimestamp\": \"2026-01-01T00:00:00Z\"}}");

        kubectl().annotate(pod, "storage");

        afterAnotherPodWasServed();
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        node().delete(pod);
    }

    /** Before status.podIPs the pod's creation is not over. */
    @Test
    void waitsForAPodsAddresses() {
        var pod = node().create("young");
        kubectl().patchStatus(pod, "{\"status\": {\"podIPs\": null, \"podIP\": null}}");
        kubectl().annotate(pod, "storage");
        afterAnotherPodWasServed();
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");

        kubectl().patchStatus(pod, "{\"status\": {\"podIPs\": [{\"ip\": \"10.0.0.9\"}]}}");

        kubectl().awaitInterfaces(pod, "net1");
        deleteAndAwaitRelease(pod, "storage");
    }

    @Test
    void waitsForAPodsSandbox() {
        var pod = node().create(PodSpec.of("no-sandbox").withNetworks("storage").withoutSandbox());
        kubectl().patchStatus(pod, "{\"status\": {\"phase\": \"Running\", \"podIPs\": [{\"ip\": \"10.0.0.9\"}]}}");
        afterAnotherPodWasServed();
        assertThat(kubectl().networkStatus(pod)).isEmpty();

        var running = node().recreateSandbox(pod);

        kubectl().awaitInterfaces(running, "net1");
        assertAgreement(running, "net1");
        deleteAndAwaitRelease(running, "storage");
    }

    @Test
    void freesWhatADeletedPodHeld() {
        var pod = node().create("deleted");
        kubectl().annotate(pod, "storage,storage");
        kubectl().awaitInterfaces(pod, "net1", "net2");

        deleteAndAwaitRelease(pod, "storage");
    }

    /** The UID is the pod, not its name. */
    @Test
    void tellsAPodFromItsSuccessorOfTheSameName() {
        var first = node().create("same-name");
        kubectl().annotate(first, "storage");
        kubectl().awaitInterfaces(first, "net1");
        node().delete(first);

        var second = node().create(PodSpec.of("same-name").withNetworks("storage@data"));

        kubectl().awaitInterfaces(second, "data");
        assertThat(second.uid()).isNotEqualTo(first.uid());
        awaitAddresses("storage", 1);
        assertAgreement(second, "data");
        deleteAndAwaitRelease(second, "storage");
    }

    /** The former pod's ADD is still at work when another pod gets its name: what comes of it is not told of the other. */
    @Test
    void doesNotTellASuccessorWhatItsPredecessorGot() throws IOException {
        var gate = node().dir().resolve("gate");
        plugin("gated", """
                #!/bin/sh
                %1$s/bridge; code=$?
                while [ "$CNI_COMMAND" = ADD ] && [ ! -e %2$s ]; do sleep 0.05; done
                exit $code
                """.formatted(Containerd.PLUGINS, gate));
        kubectl()
                .createNad(
                        "default",
                        "gated",
                        Nads.bridge(node(), "gated", 2).replace("\"type\": \"bridge\"", "\"type\": \"gated\""));
        var first = node().create("name-reused");
        kubectl().annotate(first, "gated");
        await().atMost(LIMIT).until(() -> node().netns(first).link("net1").isPresent());
        kubectl().deletePod(first);
        var second = node().create("name-reused");

        Files.createFile(gate);

        awaitAddresses("gated", 0);
        await().atMost(LIMIT).until(() -> records(first).isEmpty());
        assertThat(kubectl().networkStatus(second)).isEmpty();
        assertThat(kubectl().condition(second)).isEmpty();
        assertThat(node().netns(second).linkNames()).containsExactly("eth0");
        node().endSandbox(first);
        node().delete(second);
    }

    /** Field case 18 too: the status is rewritten from what the present sandbox has. */
    @Test
    void plugsAgainInANewSandboxOfTheSamePod() {
        var pod = node().create("resandboxed");
        kubectl().annotate(pod, "storage");
        kubectl().awaitInterfaces(pod, "net1");
        var before = entry(pod, "net1");
        node().endSandbox(pod);

        var again = node().recreateSandbox(pod);

        kubectl()
                .await(
                        again,
                        "net1 of the new sandbox",
                        LIMIT,
                        p -> Kubectl.networkStatus(p).stream()
                                .anyMatch(e -> e.interfaceName().orElse("").equals("net1")
                                        && !e.mac().equals(before.mac())));
        assertAgreement(again, "net1");
        awaitAddresses("storage", 1);
        assertThat(records(again)).hasSize(1);
        deleteAndAwaitRelease(again, "storage");
    }

    @Test
    void freesWhatASandboxHeldThatEndedWhileItsPodStays() {
        var pod = node().create("sandbox-ended");
        kubectl().annotate(pod, "storage");
        kubectl().awaitInterfaces(pod, "net1");

        node().endSandbox(pod);

        awaitAddresses("storage", 0);
        await().atMost(LIMIT).until(() -> records(pod).isEmpty());
        node().delete(pod);
    }

    /** The controller has looked at everything that came before, when a pod that came after it is served. */
    private void afterAnotherPodWasServed() {
        var pod = node().create("witness-" + UUID.randomUUID().toString().substring(0, 8));
        kubectl().annotate(pod, "storage");
        kubectl().awaitInterfaces(pod, "net1");
        kubectl().annotate(pod, "[]");
        kubectl().awaitInterfaces(pod);
        node().delete(pod);
    }
}

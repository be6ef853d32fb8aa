package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.annotations.Keys;
import dev.patchbay.it.containerd.Containerd;
import dev.patchbay.it.host.Shell;
import dev.patchbay.it.node.TestNode;
import dev.patchbay.it.node.TestPod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Interfaces and status entries that others made. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OthersNicsIT extends NodeTest {

    @RegisterExtension
    static final NodeExtension NODE = NodeExtension.withController();

    private static final JsonMapper MAPPER = new JsonMapper();

    @Override
    TestNode node() {
        return NODE.node();
    }

    @BeforeAll
    void networks() {
        bridgeNetwork("storage", 1);
        bridgeNetwork("backup", 2);
    }

    /** Field case MD209: what Multus made at the pod's creation can be unplugged, by the sandbox's ID. */
    @Test
    void unplugsWhatMultusMade() throws IOException {
        var pod = node().create("made-by-multus");
        var cacheFile = asMultus(pod, "storage", "net1");
        assertThat(node().addresses("storage")).hasSize(1);
        kubectl().annotate(pod, list(nic("storage", "net1"), nic("backup", "net2")));
        kubectl().awaitInterfaces(pod, "net1", "net2");
        awaitEventCount(pod, "AddedInterface", 1);

        kubectl().annotate(pod, list(nic("backup", "net2")));

        kubectl().awaitInterfaces(pod, "net2");
        assertAgreement(pod, "net2");
        assertThat(node().addresses("storage")).isEmpty();
        assertThat(cacheFile).doesNotExist();
        deleteAndAwaitRelease(pod, "backup");
    }

    /** The same without an interface name in the annotation, and without an annotation at all before. */
    @Test
    void keepsWhatMultusMadeForAnUnnamedElement() throws IOException {
        var pod = node().create("multus-unnamed");
        var cacheFile = asMultus(pod, "storage", "net1");
        var before = linkIndex(pod, "net1");

        kubectl().annotate(pod, "storage,backup");

        kubectl().awaitInterfaces(pod, "net1", "net2");
        assertThat(linkIndex(pod, "net1")).isEqualTo(before);
        assertThat(cacheFile).exists();
        kubectl().annotate(pod, "[]");
        kubectl().awaitInterfaces(pod);
        deleteAndAwaitRelease(pod, "storage", "backup");
    }

    /** Without the annotation nobody asked for anything: what Patchbay made goes, what Multus made stays. */
    @Test
    void keepsWhatMultusMadeWhenTheAnnotationGoes() throws IOException {
        var pod = node().create("multus-stays");
        var cacheFile = asMultus(pod, "storage", "net1");
        kubectl().annotate(pod, "storage,backup");
        kubectl().awaitInterfaces(pod, "net1", "net2");
        var before = linkIndex(pod, "net1");

        kubectl().removeAnnotation(pod, Keys.NETWORKS);

        kubectl().awaitInterfaces(pod, "net1");
        assertThat(node().netns(pod).linkNames()).containsExactlyInAnyOrder("eth0", "net1");
        assertThat(linkIndex(pod, "net1")).isEqualTo(before);
        assertThat(cacheFile).exists();
        assertThat(node().addresses("backup")).isEmpty();
        kubectl().annotate(pod, "[]");
        kubectl().awaitInterfaces(pod);
        deleteAndAwaitRelease(pod, "storage", "backup");
    }

    /** Multus told of the default network already, in its own words: they stay, and there is no second entry. */
    @Test
    void keepsTheEntryOfTheDefaultNetworkThatMultusWrote() {
        var pod = node().create("default-told");
        kubectl().annotate(pod, Keys.NETWORK_STATUS, """
                [{"name": "their-name", "interface": "eth0", "default": true, "example.com/by": "multus", "dns": {}}]""");

        kubectl().annotate(pod, "storage");
        kubectl().awaitInterfaces(pod, "net1");
        kubectl().annotate(pod, "[]");
        kubectl().awaitInterfaces(pod);

        assertThat(kubectl().networkStatus(pod)).hasSize(1);
        assertThat(entry(pod, "eth0").name()).isEqualTo("their-name");
        assertThat(entry(pod, "eth0").unknown()).containsKey("example.com/by");
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        deleteAndAwaitRelease(pod, "storage");
    }

    /** Nobody on the node vouches for it: its link and its entry stay, with fields that Patchbay does not know. */
    @Test
    void leavesALinkAndAnEntryAloneThatNobodyVouchesFor() {
        var pod = node().create("unvouched");
        node().netns(pod).run("ip", "link", "add", "vpn0", "type", "bridge");
        kubectl().annotate(pod, Keys.NETWORK_STATUS, """
                [{"name": "some-vpn", "interface": "vpn0", "ips": ["10.50.0.1"], "example.com/owner": "vpn", "dns": {}}]""");

        kubectl().annotate(pod, "storage");

        kubectl().awaitInterfaces(pod, "vpn0", "net1");
        assertThat(entry(pod, "vpn0").unknown()).containsKey("example.com/owner");
        assertThat(node().netns(pod).linkNames()).contains("vpn0");
        awaitEvent(pod, "UnknownInterfaceLeft", "vpn0");
        kubectl().annotate(pod, "[]");
        kubectl().awaitInterfaces(pod, "vpn0");
        deleteAndAwaitRelease(pod, "storage");
    }

    /** Field case M855 and the ghosts of earlier controllers: what is in the status and nowhere else goes from it. */
    @Test
    void repairsAStatusThatSomebodyEdited() {
        var pod = node().create("edited-status");
        kubectl().annotate(pod, "storage");
        kubectl().awaitInterfaces(pod, "net1");

        kubectl().annotate(pod, Keys.NETWORK_STATUS, """
                [{"name": "default/backup", "interface": "net5", "ips": ["10.1.1.1"], "dns": {}}]""");

        kubectl().awaitInterfaces(pod, "net1");
        assertAgreement(pod, "net1");
        assertThat(kubectl().networkStatus(pod).getFirst().isDefault()).isTrue();
        deleteAndAwaitRelease(pod, "storage");
    }

    /** Field cases M468 and M426: the old plural annotation is nobody's business here. */
    @Test
    void leavesTheOldPluralAnnotationAlone() {
        var pod = node().create("plural");
        kubectl().annotate(pod, "k8s.v1.cni.cncf.io/networks-status", "[]");

        kubectl().annotate(pod, "storage");

        kubectl().awaitInterfaces(pod, "net1");
        assertThat(kubectl().get(pod).orElseThrow().getMetadata().getAnnotations())
                .containsEntry("k8s.v1.cni.cncf.io/networks-status", "[]");
        deleteAndAwaitRelease(pod, "storage");
    }

    /** The cluster's own network is never unplugged, and nobody gets its name. */
    @Test
    void refusesTheNameOfTheClustersInterface() {
        var pod = node().create("wants-eth0");
        var before = linkIndex(pod, "eth0");

        kubectl().annotate(pod, list(nic("storage", "eth0")));

        kubectl().awaitCondition(pod, "False", "eth0");
        assertThat(linkIndex(pod, "eth0")).isEqualTo(before);
        assertThat(node().addresses("storage")).isEmpty();
        node().delete(pod);
    }

    /** Somebody deleted the link in the pod: it is made again. */
    @Test
    void plugsAgainWhatSomebodyDeletedInThePod() {
        var pod = node().create("link-lost");
        kubectl().annotate(pod, "storage");
        kubectl().awaitInterfaces(pod, "net1");
        node().netns(pod).run("ip", "link", "delete", "net1");

        kubectl().annotate(pod, "storage,backup");

        kubectl().awaitInterfaces(pod, "net1", "net2");
        assertAgreement(pod, "net1", "net2");
        deleteAndAwaitRelease(pod, "storage", "backup");
    }

    /** Attaches as Multus does: the plugin run by libcni's rules, its cache file written. */
    private Path asMultus(TestPod pod, String network, String interfaceName) throws IOException {
        var list = (ObjectNode) MAPPER.readTree(Nads.bridge(node(), network, network.equals("storage") ? 1 : 2));
        var plugin = (ObjectNode) list.path("plugins").path(0).deepCopy();
        plugin.put("name", network).put("cniVersion", list.path("cniVersion").asString(""));
        var answer = Shell.tryRun(
                Map.of(
                        "CNI_COMMAND", "ADD",
                        "CNI_CONTAINERID", pod.sandboxId().orElseThrow(),
                        "CNI_NETNS", pod.netns().orElseThrow(),
                        "CNI_IFNAME", interfaceName,
                        "CNI_PATH", Containerd.PLUGINS.toString()),
                plugin.toString(),
                Containerd.PLUGINS.resolve("bridge").toString());
        assertThat(answer.exitCode()).as(answer.output()).isZero();
        JsonNode result = MAPPER.readTree(answer.output());
        var cache = MAPPER.createObjectNode()
                .put("kind", "cniCacheV1")
                .put("containerId", pod.sandboxId().orElseThrow())
                .put(
                        "config",
                        Base64.getEncoder().encodeToString(list.toString().getBytes(StandardCharsets.UTF_8)))
                .put("ifName", interfaceName)
                .put("networkName", network)
                .put("netns", pod.netns().orElseThrow());
        cache.putArray("cniArgs").addArray().add("IgnoreUnknown").add("true");
        cache.set("result", result);
        var dir = Files.createDirectories(node().dir().resolve("multus/results"));
        return Files.writeString(
                dir.resolve("%s-%s-%s".formatted(network, pod.sandboxId().orElseThrow(), interfaceName)),
                cache.toString());
    }
}

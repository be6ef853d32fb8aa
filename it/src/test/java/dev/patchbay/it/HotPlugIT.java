package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.it.host.Shell;
import dev.patchbay.it.node.Kubectl;
import dev.patchbay.it.node.TestNode;
import dev.patchbay.it.node.TestPod;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The main job: an annotation is edited, and the pod, the host and the API server agree on what became of it. */
class HotPlugIT {

    @RegisterExtension
    static final NodeExtension NODE = NodeExtension.withController();

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
            kubectl.createNad("default", "lan", Nads.macvlan("lan", node.hostLink("pbm%d".formatted(node.number()))));
        }
    }

    @Test
    void plugsABridgeNicThenAMacvlanNicThenUnplugsTheFirst() {
        var pod = node.create("first");

        kubectl.annotate(pod, "[{\"name\":\"storage\",\"interface\":\"net1\"}]");
        kubectl.awaitInterfaces(pod, "net1");
        var net1 = entry(kubectl, pod, "net1");
        assertThat(net1.name()).isEqualTo("default/storage");
        assertThat(node.netns(pod).link("net1").orElseThrow().ips()).isEqualTo(net1.ips());
        assertThat(net1.mac())
                .hasValue(node.netns(pod).link("net1").orElseThrow().mac());
        assertThat(node.addresses("storage")).isEqualTo(net1.ips());
        assertThat(bridgePorts("pb%dx1".formatted(node.number()))).isEqualTo(1);

        kubectl.annotate(pod, """
                [{"name":"storage","interface":"net1"},
                 {"name":"lan","interface":"net2","ips":["12.0.0.7/24"],"mac":"02:00:00:00:00:17"}]""");
        kubectl.awaitInterfaces(pod, "net1", "net2");
        var net2 = entry(kubectl, pod, "net2");
        assertThat(net2.ips()).containsExactly("12.0.0.7");
        assertThat(net2.mac()).hasValue("02:00:00:00:00:17");
        var link = node.netns(pod).link("net2").orElseThrow();
        assertThat(link.ips()).containsExactly("12.0.0.7");
        assertThat(link.mac()).isEqualTo("02:00:00:00:00:17");

        kubectl.annotate(
                pod,
                "[{\"name\":\"lan\",\"interface\":\"net2\",\"ips\":[\"12.0.0.7/24\"],\"mac\":\"02:00:00:00:00:17\"}]");
        kubectl.awaitInterfaces(pod, "net2");
        assertThat(node.netns(pod).linkNames()).containsExactlyInAnyOrder("eth0", "net2");
        assertThat(node.addresses("storage")).isEmpty();
        assertThat(bridgePorts("pb%dx1".formatted(node.number()))).isZero();
        kubectl.awaitCondition(pod, "True", "");
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(kubectl.eventLines(pod))
                        .anyMatch(line -> line.startsWith("AddedInterface") && line.contains("net1"))
                        .anyMatch(line -> line.startsWith("AddedInterface") && line.contains("net2"))
                        .anyMatch(line -> line.startsWith("RemovedInterface") && line.contains("net1")));
        node.delete(pod);
    }

    private static NetworkStatus entry(Kubectl kubectl, TestPod pod, String interfaceName) {
        return kubectl.networkStatus(pod).stream()
                .filter(e -> e.interfaceName().orElse("").equals(interfaceName))
                .findFirst()
                .orElseThrow();
    }

    private static long bridgePorts(String bridge) {
        return Shell.run("ip", "-o", "link", "show", "master", bridge).lines().count();
    }
}

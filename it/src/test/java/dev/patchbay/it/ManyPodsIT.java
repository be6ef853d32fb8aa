package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.patchbay.it.node.Kubectl;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many pods are edited in the same moment. */
class ManyPodsIT {

    private static final int PODS = 50;

    @RegisterExtension
    static final NodeExtension NODE = NodeExtension.withController();

    /** That no event loop was blocked meanwhile is asserted by the extension after each test. */
    @Test
    void servesFiftyPodsThatAreEditedAtOnce() {
        var node = NODE.node();
        var kubectl = node.kubectl();
        kubectl.createNad("default", "storage", Nads.bridge(node, "storage", 1));
        var pods =
                IntStream.range(0, PODS).mapToObj(i -> node.create("many-" + i)).toList();

        pods.parallelStream().forEach(pod -> kubectl.annotate(pod, "[{\"name\":\"storage\",\"interface\":\"net1\"}]"));

        var addresses = new HashSet<String>();
        for (var pod : pods) {
            var status = Kubectl.networkStatus(kubectl.await(
                    pod,
                    "net1",
                    Duration.ofSeconds(90),
                    p -> Kubectl.interfaces(p).equals(List.of("net1"))));
            var link = node.netns(pod).link("net1").orElseThrow();
            assertThat(status.getLast().ips()).isEqualTo(link.ips());
            addresses.addAll(link.ips());
        }
        assertThat(addresses).hasSize(PODS);
        assertThat(node.addresses("storage")).hasSize(PODS);

        pods.parallelStream().forEach(pod -> kubectl.annotate(pod, "[]"));

        for (var pod : pods) {
            kubectl.await(
                    pod,
                    "no NICs",
                    Duration.ofSeconds(90),
                    p -> Kubectl.interfaces(p).isEmpty());
            assertThat(node.netns(pod).linkNames()).containsExactly("eth0");
        }
        await().atMost(Duration.ofSeconds(20))
                .until(() -> node.addresses("storage").isEmpty());
    }
}

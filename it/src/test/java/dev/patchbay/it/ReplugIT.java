package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.it.host.Shell;
import dev.patchbay.it.node.Kubectl;
import dev.patchbay.it.node.TestNode;
import dev.patchbay.it.node.TestPod;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An interface stays, and what it is to be changes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplugIT extends NodeTest {

    @RegisterExtension
    static final NodeExtension NODE =
            NodeExtension.with(node -> node.with("resync", "500ms").startController());

    @Override
    TestNode node() {
        return NODE.node();
    }

    private PluginCalls calls;

    @BeforeAll
    void networks() {
        calls = PluginCalls.of(this, "bridge");
        bridgeNetwork("storage", 1);
        bridgeNetwork("backup", 2);
        kubectl().createNad("default", "deaf", """
                {"cniVersion": "0.4.0", "name": "deaf", "plugins": [{"type": "bridge", "bridge": "%s",
                 "ipam": {"type": "host-local", "dataDir": "%s/ipam", "ranges": [[{"subnet": "%s"}]]}}]}""".formatted(
                        node().ownedLink("pb%dx3".formatted(node().number())), node().dir(), Nads.subnet(node(), 3)));
        kubectl().createNad("default", "flat", """
                {"cniVersion": "0.4.0", "name": "flat", "plugins": [{"type": "bridge", "bridge": "%s"}]}""".formatted(node().ownedLink("pb%dx5".formatted(node().number()))));
        kubectl().createNad("default", "shaped", """
                {"cniVersion": "0.4.0", "name": "shaped", "plugins": [{"type": "bridge", "bridge": "%s",
                 "ipam": {"type": "host-local", "dataDir": "%s/ipam", "ranges": [[{"subnet": "%s"}]]}},
                 {"type": "bandwidth", "capabilities": {"bandwidth": true}}]}""".formatted(
                        node().ownedLink("pb%dx4".formatted(node().number())), node().dir(), Nads.subnet(node(), 4)));
    }

    /** Field case MD297, and the order of its steps: an interface name can be used again. */
    @Test
    void replacesTheInterfaceWhenItsNetworkChanges() {
        var pod = node().create("replaced");
        kubectl().annotate(pod, list(nic("storage", "net1")));
        kubectl().awaitInterfaces(pod, "net1");

        kubectl().annotate(pod, list(nic("backup", "net1")));

        kubectl().await(pod, "backup", LIMIT, p -> last(p).name().equals("default/backup"));
        assertRemovedBeforeAdded(pod);
        assertAgreement(pod, "net1");
        assertThat(node().addresses("storage")).isEmpty();
        assertThat(node().addresses("backup")).isEqualTo(link(pod, "net1").ips());
        deleteAndAwaitRelease(pod, "backup");
    }

    /** Field case MD66: in place, never both at once. */
    @Test
    void replugsInPlaceWhenTheRequestedAddressChanges() {
        var pod = node().create("readdressed");
        kubectl().annotate(pod, list(withIp("net1", 77)));
        kubectl().awaitInterfaces(pod, "net1");
        assertThat(link(pod, "net1").ips()).containsExactly(Nads.address(node(), 1, 77));

        kubectl().annotate(pod, list(withIp("net1", 78)));

        kubectl().await(pod, "the new address", LIMIT, p -> last(p).ips().contains(Nads.address(node(), 1, 78)));
        assertRemovedBeforeAdded(pod);
        assertAgreement(pod, "net1");
        assertThat(node().addresses("storage")).containsExactly(Nads.address(node(), 1, 78));
        deleteAndAwaitRelease(pod, "storage");
    }

    @Test
    void replugsWhenTheRequestedMacChanges() {
        var pod = node().create("remacced");
        kubectl().annotate(pod, list("{\"name\":\"storage\",\"interface\":\"net1\",\"mac\":\"02:00:00:00:01:01\"}"));
        kubectl().awaitInterfaces(pod, "net1");
        assertThat(link(pod, "net1").mac()).isEqualTo("02:00:00:00:01:01");

        kubectl().annotate(pod, list("{\"name\":\"storage\",\"interface\":\"net1\",\"mac\":\"02-00-00-00-01-02\"}"));

        kubectl().await(pod, "the new MAC", LIMIT, p -> last(p).mac().orElse("").equals("02:00:00:00:01:02"));
        assertAgreement(pod, "net1");
        deleteAndAwaitRelease(pod, "storage");
    }

    @Test
    void replugsWhenTheRequestedBandwidthChanges() {
        var pod = node().create("reshaped");
        kubectl().annotate(pod, list(shaped(1_000_000)));
        kubectl().awaitInterfaces(pod, "net1");
        assertThat(Shell.run("tc", "qdisc")).contains("rate 1Mbit");

        kubectl().annotate(pod, list(shaped(2_000_000)));

        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(Shell.run("tc", "qdisc"))
                        .contains("rate 2Mbit")
                        .doesNotContain("rate 1Mbit"));
        kubectl().awaitInterfaces(pod, "net1");
        assertAgreement(pod, "net1");
        deleteAndAwaitRelease(pod, "shaped");
        assertThat(Shell.run("tc", "qdisc")).doesNotContain("tbf");
    }

    /** The same wish in another spelling is no change. */
    @Test
    void keepsTheNicWhenOnlyTheSpellingChanges() {
        var pod = node().create("respelled");
        kubectl().annotate(pod, list("{\"name\":\"storage\",\"interface\":\"net1\",\"mac\":\"02:00:00:00:0A:01\"}"));
        kubectl().awaitInterfaces(pod, "net1");
        var before = linkIndex(pod, "net1");

        kubectl()
                .annotate(
                        pod,
                        list(
                                "{\"interface\":\"net1\",\"mac\":\"02-00-00-00-0a-01\",\"name\":\"storage\",\"namespace\":\"default\"}",
                                nic("backup", "net2")));

        kubectl().awaitInterfaces(pod, "net1", "net2");
        assertThat(linkIndex(pod, "net1")).isEqualTo(before);
        deleteAndAwaitRelease(pod, "storage", "backup");
    }

    /** The record is read back as it was written: numbers in cni-args, which no plugin here reads, are no change. */
    @Test
    void keepsTheNicOverARestartWhenItsCniArgsHaveNumbers() {
        var pod = node().create("numbers");
        kubectl()
                .annotate(
                        pod,
                        list(
                                "{\"name\":\"deaf\",\"interface\":\"net1\",\"mac\":\"02:00:00:00:09:09\",\"cni-args\":{\"depth\":1.5,\"n\":3}}"));
        kubectl().awaitInterfaces(pod, "net1");
        var before = linkIndex(pod, "net1");
        node().controller().stop();
        node().controller().start();

        // Several resyncs, each of which would replug.
        await().during(Duration.ofSeconds(2))
                .atMost(LIMIT)
                .until(() -> linkIndex(pod, "net1").equals(before));

        awaitEventCount(pod, "AddedInterface", 1);
        assertThat(eventCount(pod, "RemovedInterface")).isZero();
        deleteAndAwaitRelease(pod, "deaf");
    }

    /** Requests are compared with requests: a network without IPAM gives no addresses, however often it is plugged. */
    @Test
    void doesNotFlapWhenTheNetworkGivesNoAddresses() {
        var pod = node().create("no-addresses");
        kubectl().annotate(pod, list("{\"name\":\"flat\",\"interface\":\"net1\",\"ips\":[\"192.0.2.9/24\"]}"));
        kubectl().awaitInterfaces(pod, "net1");
        assertThat(link(pod, "net1").ips()).isEmpty();
        var before = link(pod, "net1");
        var index = linkIndex(pod, "net1");

        // Several resyncs, each of which would replug.
        await().during(Duration.ofSeconds(2))
                .atMost(LIMIT)
                .until(() -> calls.in(pod).equals(List.of("begin ADD net1", "end ADD net1")));

        assertThat(linkIndex(pod, "net1")).isEqualTo(index);
        assertThat(link(pod, "net1")).isEqualTo(before);
        deleteAndAwaitRelease(pod, "flat");
    }

    /** The removal ended before the next ADD began, so there never were two; and neither was run twice. */
    private void assertRemovedBeforeAdded(TestPod pod) {
        assertThat(calls.in(pod))
                .containsExactly(
                        "begin ADD net1",
                        "end ADD net1",
                        "begin DEL net1",
                        "end DEL net1",
                        "begin ADD net1",
                        "end ADD net1");
    }

    private String withIp(String interfaceName, int last) {
        return "{\"name\":\"storage\",\"interface\":\"%s\",\"ips\":[\"%s/24\"]}"
                .formatted(interfaceName, Nads.address(node(), 1, last));
    }

    private static String shaped(int rate) {
        return "{\"name\":\"shaped\",\"interface\":\"net1\",\"bandwidth\":{\"ingressRate\":%d,\"ingressBurst\":80000}}"
                .formatted(rate);
    }

    private static NetworkStatus last(Pod pod) {
        return Kubectl.networkStatus(pod).getLast();
    }
}

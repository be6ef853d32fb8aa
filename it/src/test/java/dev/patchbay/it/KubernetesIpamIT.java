package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.patchbay.it.node.TestNode;
import dev.patchbay.it.node.TestPod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Addresses of the shared IPAM, recorded as Kubernetes objects, from pools and from ranges in the NAD. */
class KubernetesIpamIT extends NodeTest {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String POOLS = "/apis/patchbay.dev/v1alpha1/ippools";
    private static final String BLOCKS = "/apis/patchbay.dev/v1alpha1/addressblocks";

    @RegisterExtension
    static final NodeExtension NODE =
            NodeExtension.with(node -> node.with("ipam.store", "kubernetes").startController());

    @Override
    TestNode node() {
        return NODE.node();
    }

    @Test
    void takesOneAddressOfEachRangeOfANamedPool() {
        pool("storage", """
                {"ranges": [{"cidr": "%s", "first": "%s", "exclude": ["%s"], "gateway": "%s"}, {"cidr": "fd00:41::/64"}],
                 "routes": [{"dst": "192.0.2.0/24"}]}""".formatted(subnet(41), address(41, 10), address(41, 10), address(41, 1)));
        network("storage", 41, "\"pool\": \"storage\"");
        var pod = node().create("pooled");

        kubectl().annotate(pod, list(nic("storage", "net1")));
        kubectl().awaitInterfaces(pod, "net1");

        assertThat(entry(pod, "net1").ips())
                .hasSize(2)
                .anyMatch(ip -> ip.startsWith(address(41, 0).replaceAll("0$", "")))
                .anyMatch(ip -> ip.startsWith("fd00:41:"));
        assertThat(node().netns(pod).run("ip", "route")).contains("192.0.2.0/24 via " + address(41, 1));
        assertThat(leases(41)).singleElement().satisfies(lease -> {
            assertThat(lease.at("/owner/pod/uid").asString("")).isEqualTo(pod.uid());
            assertThat(lease.path("pool").asString("")).isEqualTo("storage");
            assertThat(lease.path("node").asString("")).isEqualTo(node().name());
        });
        node().delete(pod);
        await().atMost(LIMIT).until(() -> leases(41).isEmpty());
    }

    @Test
    void plugsANicWhenThePoolThatItNamesIsMade() {
        network("later", 42, "\"pool\": \"later\"");
        var pod = node().create("early");

        kubectl().annotate(pod, list(nic("later", "net1")));
        awaitEvent(pod, "FailedAddingInterface", "there is no IPPool \"later\"");
        pool("later", "{\"ranges\": [{\"cidr\": \"%s\"}]}".formatted(subnet(42)));

        kubectl().awaitInterfaces(pod, "net1");
        node().delete(pod);
    }

    @Test
    void saysWhatIsWrongWithAPoolAndWhomItIsFor() {
        pool("others", "{\"ranges\": [{\"cidr\": \"%s\"}], \"namespaces\": [\"billing\"]}".formatted(subnet(43)));
        pool("broken", "{\"ranges\": [{\"cidr\": \"%s\", \"first\": \"10.9.9.9\"}]}".formatted(subnet(43)));
        network("others", 43, "\"pool\": \"others\"");
        network("broken", 44, "\"pool\": \"broken\"");
        var pod = node().create("refused");

        kubectl().annotate(pod, list(nic("others", "net1"), nic("broken", "net2")));

        awaitEvent(pod, "FailedAddingInterface", "IPPool \"others\" is not for namespace \"default\", but for billing");
        awaitEvent(pod, "FailedAddingInterface", "IPPool \"broken\" is not valid: spec.ranges[0]");
        node().delete(pod);
    }

    /** Neither a DEL nor a record tells of it: the machine was set up anew while the pod was deleted. */
    @Test
    void freesTheAddressOfAPodThatWentWhileNobodySawIt() throws IOException {
        network("lost", 45, "\"range\": \"%s\"".formatted(subnet(45)));
        var pod = node().create("lost");
        kubectl().annotate(pod, list(nic("lost", "net1")));
        kubectl().awaitInterfaces(pod, "net1");

        node().controller().kill();
        node().delete(pod);
        try (var records = Files.list(node().records().resolve("results"))) {
            for (var record : records.toList()) {
                Files.delete(record);
            }
        }
        assertThat(leases(45)).hasSize(1);
        node().controller().start();

        await().atMost(LIMIT).until(() -> leases(45).isEmpty());
    }

    /** Its node sends no DEL any more, and no other node has anything to do with the address. */
    @Test
    void freesWhatWasLeasedOnANodeThatIsLost() {
        pool("orphans", "{\"ranges\": [{\"cidr\": \"%s\"}]}".formatted(subnet(47)));
        var first = address(47, 0);
        node().api()
                .client()
                .raw(
                        BLOCKS,
                        "POST",
                        Serialization.unmarshal(
                                """
                {"apiVersion": "patchbay.dev/v1alpha1", "kind": "AddressBlock", "metadata": {"name": "default.%s"},
                 "spec": {"cidr": "%s/26", "domain": "default", "node": "lost", "createdAt": "2026-01-01T00:00:00Z",
                  "sequence": 1, "leases": [{"address": "%s", "pool": "orphans", "slot": 0, "containerId": "c", "ifname": "net1",
                   "node": "lost", "since": "2026-01-01T00:00:00Z", "sequence": 1,
                   "owner": {"pod": {"uid": "u", "namespace": "default", "name": "orphan", "ifname": "net1"}}}]}}""".formatted(first.replace('.', '-'), first, address(47, 9)), Map.class));
        assertThat(leases(47)).hasSize(1);

        await().atMost(LIMIT).until(() -> leases(47).isEmpty());
        await().atMost(LIMIT)
                .until(() -> poolStatus("orphans").path("used").asString("").equals("0"));
        assertThat(poolStatus("orphans").path("capacity").asString("")).isEqualTo("254");
    }

    private JsonNode poolStatus(String name) {
        return MAPPER.readTree(node().api().client().raw(POOLS + "/" + name)).path("status");
    }

    @Test
    void losesAndDoublesNothingWhenItIsKilledAtRandom() {
        network("killed", 46, "\"range\": \"%s\"".formatted(subnet(46)));
        var pods = new ArrayList<TestPod>();
        for (int i = 0; i < 4; i++) {
            pods.add(node().create("killed-" + i));
        }
        var random = new Random(7);
        for (int round = 0; round < 6; round++) {
            for (var pod : pods) {
                kubectl().annotate(pod, random.nextBoolean() ? list(nic("killed", "net1")) : "[]");
            }
            pause(random.nextInt(150));
            node().controller().kill();
            node().controller().start();
        }
        pods.forEach(pod -> kubectl().annotate(pod, list(nic("killed", "net1"), nic("killed", "net2"))));
        pods.forEach(pod -> kubectl().awaitInterfaces(pod, "net1", "net2"));

        var addresses = new ArrayList<String>();
        for (var pod : pods) {
            assertAgreement(pod, "net1", "net2");
            addresses.addAll(entry(pod, "net1").ips());
            addresses.addAll(entry(pod, "net2").ips());
        }
        assertThat(new HashSet<>(addresses)).hasSize(8);
        assertThat(leases(46)).hasSize(8);
        pods.forEach(node()::delete);
        await().atMost(LIMIT).until(() -> leases(46).isEmpty());
    }

    /** The moment of the kill is what varies here; nothing is waited for. */
    private static void pause(int millis) {
        await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
    }

    private void pool(String name, String spec) {
        node().api().client().raw(POOLS, "POST", Serialization.unmarshal("""
                {"apiVersion": "patchbay.dev/v1alpha1", "kind": "IPPool", "metadata": {"name": "%s"}, "spec": %s}""".formatted(name, spec), Map.class));
    }

    private void network(String name, int third, String ipam) {
        kubectl().createNad("default", name, """
                {"cniVersion": "0.4.0", "name": "%s", "plugins": [{"type": "bridge", "bridge": "%s",
                  "ipam": {"type": "patchbay", %s}}]}""".formatted(
                        name, node().ownedLink("pb%dx%d".formatted(node().number(), third)), ipam));
    }

    private String subnet(int third) {
        return Nads.subnet(node(), third);
    }

    private String address(int third, int last) {
        return Nads.address(node(), third, last);
    }

    /** Returns the leases of a subnet, from the objects. */
    private List<JsonNode> leases(int third) {
        var prefix = "11.%d.%d.".formatted(node().number(), third);
        var leases = new ArrayList<JsonNode>();
        MAPPER.readTree(node().api().client().raw(BLOCKS))
                .path("items")
                .forEach(block -> block.at("/spec/leases").forEach(lease -> {
                    if (lease.path("address").asString("").startsWith(prefix)) {
                        leases.add(lease);
                    }
                }));
        return leases;
    }
}

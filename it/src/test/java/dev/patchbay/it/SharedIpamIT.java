package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.patchbay.it.node.TestNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.json.JsonMapper;

/** Addresses of the shared IPAM, with real plugins that delegate to its binary; recorded in files. */
class SharedIpamIT extends NodeTest {

    private static final JsonMapper MAPPER = new JsonMapper();

    @RegisterExtension
    static final NodeExtension NODE = NodeExtension.withController();

    @Override
    TestNode node() {
        return NODE.node();
    }

    @Test
    void givesAnAddressToABridgeNicAndTakesItBack() {
        kubectl().createNad("default", "shared", bridge("shared", 31, "\"range\": \"%s\"".formatted(subnet(31))));
        var pod = node().create("bridged");

        kubectl().annotate(pod, list(nic("shared", "net1")));
        kubectl().awaitInterfaces(pod, "net1");
        assertAgreement(pod, "net1");
        assertThat(leased(31)).isEqualTo(entry(pod, "net1").ips());

        kubectl().annotate(pod, "[]");
        kubectl().awaitInterfaces(pod);
        assertThat(leased(31)).isEmpty();
        node().delete(pod);
    }

    @Test
    void givesBothFamiliesToAMacvlanNicAndOtherAddressesToItsSecondNic() {
        var master = node().hostLink("pbn%d".formatted(node().number()));
        kubectl().createNad("default", "lan6", """
                {"cniVersion": "1.0.0", "name": "lan6", "plugins": [{"type": "macvlan", "master": "%s", "mode": "bridge",
                  "ipam": {"type": "patchbay", "ipRanges": [{"range": "%s"}, {"range": "fd00:%d::/64"}]}}]}""".formatted(master, subnet(32), node().number()));
        var pod = node().create("dual");

        kubectl().annotate(pod, list(nic("lan6", "net1"), nic("lan6", "net2")));
        kubectl().awaitInterfaces(pod, "net1", "net2");

        assertThat(entry(pod, "net1").ips())
                .hasSize(2)
                .doesNotContainAnyElementsOf(entry(pod, "net2").ips());
        assertThat(leased(32)).hasSize(2);
        node().delete(pod);
        await().atMost(LIMIT).until(() -> leased(32).isEmpty());
    }

    @Test
    void givesTheAddressThatAnElementAsksForAndSaysWhoHoldsIt() {
        kubectl().createNad("default", "asked", bridge("asked", 33, "\"subnet\": \"%s\"".formatted(subnet(33))));
        var first = node().create("first-asks");
        var second = node().create("second-asks");
        var element = "[{\"name\":\"asked\",\"interface\":\"net1\",\"ips\":[\"%s\"]}]".formatted(address(33, 77));

        kubectl().annotate(first, element);
        kubectl().awaitInterfaces(first, "net1");
        assertThat(entry(first, "net1").ips()).containsExactly(address(33, 77));

        kubectl().annotate(second, element);
        awaitEvent(second, "FailedAddingInterface", "is held by pod default/first-asks (net1)");

        node().delete(first);
        node().delete(second);
    }

    @Test
    void plugsTheNicThatWaitedWhenAnAddressIsReleased() {
        kubectl()
                .createNad(
                        "default",
                        "tiny",
                        bridge(
                                "tiny",
                                34,
                                "\"range\": \"%s/30\", \"gateway\": \"%s\"".formatted(address(34, 0), address(34, 1))));
        var holder = node().create("holder");
        var waiter = node().create("waiter");
        kubectl().annotate(holder, list(nic("tiny", "net1")));
        kubectl().awaitInterfaces(holder, "net1");

        kubectl().annotate(waiter, list(nic("tiny", "net1")));
        awaitEvent(waiter, "FailedAddingInterface", "has no free address: 1 are used");

        kubectl().annotate(holder, "[]");
        kubectl().awaitInterfaces(waiter, "net1");
        node().delete(holder);
        node().delete(waiter);
    }

    @Test
    void servesTheContainerRuntimesOwnCallWhenAPodIsMade() throws IOException {
        var conf = node().containerd().confDir().resolve("00-shared.conflist");
        Files.writeString(conf, bridge("cluster-shared", 35, "\"range\": \"%s\"".formatted(subnet(35))));
        try {
            await().atMost(LIMIT).untilAsserted(() -> {
                var probe = node().create("probe" + System.nanoTime());
                var ips = node().netns(probe).link("eth0").orElseThrow().ips();
                node().delete(probe);
                assertThat(ips).singleElement().asString().startsWith("11.%d.35.".formatted(node().number()));
            });
            var pod = node().create("made");
            assertThat(leased(35))
                    .isEqualTo(node().netns(pod).link("eth0").orElseThrow().ips());
            node().delete(pod);
            assertThat(leased(35)).isEmpty();
        } finally {
            Files.delete(conf);
        }
    }

    private String bridge(String name, int third, String ipam) {
        return """
                {"cniVersion": "0.4.0", "name": "%s", "plugins": [{"type": "bridge", "bridge": "%s",
                  "capabilities": {"ips": true, "mac": true}, "ipam": {"type": "patchbay", %s}}]}""".formatted(name, node().ownedLink("pb%dx%d".formatted(node().number(), third)), ipam);
    }

    private String subnet(int third) {
        return Nads.subnet(node(), third);
    }

    private String address(int third, int last) {
        return Nads.address(node(), third, last);
    }

    /** Returns the addresses of a subnet that the block files say are leased. */
    private List<String> leased(int third) {
        var prefix = "11.%d.%d.".formatted(node().number(), third);
        var leased = new ArrayList<String>();
        for (var file : blockFiles()) {
            MAPPER.readTree(file.toFile()).path("leases").forEach(lease -> {
                var address = lease.path("address").asString("");
                if (address.startsWith(prefix)) {
                    leased.add(address);
                }
            });
        }
        return leased;
    }

    private List<Path> blockFiles() {
        try (var files = Files.list(node().dir().resolve("blocks"))) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

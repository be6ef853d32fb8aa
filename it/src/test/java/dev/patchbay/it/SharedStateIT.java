package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.patchbay.it.host.Shell;
import dev.patchbay.it.node.TestNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What attachments of one pod share: default routes, and plugins' state. F numbers are those of the failure table. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedStateIT extends NodeTest {

    @RegisterExtension
    static final NodeExtension NODE = NodeExtension.withController();

    @Override
    TestNode node() {
        return NODE.node();
    }

    @BeforeAll
    void networks() {
        kubectl().createNad("default", "gateway", gateway(1));
        kubectl().createNad("default", "gateway2", gateway(2));
        kubectl().createNad("default", "mapped", """
                {"cniVersion": "0.4.0", "name": "mapped", "plugins": [
                  {"type": "bridge", "bridge": "%s", %s}, {"type": "portmap", "capabilities": {"portMappings": true}}]}""".formatted(bridge(3), ipam(3)));
        kubectl().createNad("default", "masked", """
                {"cniVersion": "0.4.0", "name": "masked", "type": "bridge", "bridge": "%s", "isGateway": true,
                 "ipMasq": true, %s}""".formatted(bridge(4), ipam(4)));
    }

    private String bridge(int third) {
        return node().ownedLink("pb%dx%d".formatted(node().number(), third));
    }

    private String ipam(int third) {
        return "\"ipam\": {\"type\": \"host-local\", \"dataDir\": \"%s/ipam\", \"ranges\": [[{\"subnet\": \"%s\"}]]}"
                .formatted(node().dir(), Nads.subnet(node(), third));
    }

    private String gateway(int third) {
        return """
                {"cniVersion": "1.0.0", "name": "gateway%1$d", "type": "bridge", "bridge": "%2$s",
                 "isDefaultGateway": true, "ipam": {"type": "host-local", "dataDir": "%3$s/ipam",
                 "ranges": [[{"subnet": "%4$s"}], [{"subnet": "fd00:%5$d:%1$d::/64"}]]}}""".formatted(third, bridge(third), node().dir(), Nads.subnet(node(), third), node().number());
    }

    /** F24. */
    @Test
    void leavesTheDefaultRouteWithTheClusterNetworkUnlessAsked() {
        var pod = node().create("two-gateways");

        kubectl().annotate(pod, list(nic("gateway", "net1"), nic("gateway2", "net2")));

        // In whatever order: the bridge plugin's first use of a bridge as a gateway may fail once.
        kubectl().awaitCondition(pod, "True", "");
        assertThat(node().netns(pod).defaultRouteLinks("-4")).containsExactly("eth0");
        assertThat(node().netns(pod).defaultRouteLinks("-6")).isEmpty();
        assertThat(entry(pod, "net1").gateway()).isEmpty();
        assertAgreement(pod, "net1", "net2");
        deleteAndAwaitRelease(pod, "gateway1", "gateway2");
    }

    @Test
    void movesTheDefaultRouteWhereItIsAskedForAndBack() {
        var pod = node().create("asks-for-it");
        var gateway = Nads.address(node(), 1, 1);

        kubectl()
                .annotate(
                        pod,
                        list("{\"name\":\"gateway\",\"interface\":\"net1\",\"default-route\":[\"%s\"]}"
                                .formatted(gateway)));

        kubectl().awaitInterfaces(pod, "net1");
        assertThat(node().netns(pod).defaultRouteLinks("-4")).containsExactly("net1");
        assertThat(node().netns(pod).run("ip", "route", "show", "default")).contains("via " + gateway);
        assertThat(entry(pod, "net1").gateway()).containsExactly(gateway);

        kubectl().annotate(pod, "[]");
        kubectl().awaitInterfaces(pod);
        assertThat(node().netns(pod).defaultRouteLinks("-4")).containsExactly("eth0");
        deleteAndAwaitRelease(pod, "gateway1");
    }

    /** F23: port maps of both would share one chain, and the DEL of one would remove both. */
    @Test
    void refusesTheSameNetworkTwiceWhereItsPortMapsWouldMeet() {
        var pod = node().create("maps-twice");
        kubectl().annotate(pod, list(mapped("net1", 18181)));
        kubectl().awaitInterfaces(pod, "net1");

        kubectl().annotate(pod, list(mapped("net1", 18181), mapped("net2", 18182)));

        kubectl().awaitCondition(pod, "False", "net2 (default/mapped)");
        kubectl().annotate(pod, list(mapped("net1", 18181)));
        kubectl().awaitCondition(pod, "True", "");
        assertThat(Shell.run("iptables-save")).contains("18181").doesNotContain("18182");
        assertAgreement(pod, "net1");
        deleteAndAwaitRelease(pod, "mapped");
        assertThat(Shell.run("iptables-save")).doesNotContain("18181");
    }

    /** F23: masquerading, too, is kept by network and sandbox. */
    @Test
    void refusesTheSameMasqueradedNetworkTwice() {
        var pod = node().create("masks-twice");

        kubectl().annotate(pod, list(nic("masked", "net1"), nic("masked", "net2")));

        kubectl().awaitInterfaces(pod, "net1");
        kubectl().awaitCondition(pod, "False", "net2 (default/masked)");
        deleteAndAwaitRelease(pod, "masked");
        assertThat(Shell.run("iptables-save")).doesNotContain("\"masked\"");
    }

    /** F36: the macvlan plugin as of 1.1.1 cannot DEL without its master. */
    @Test
    void unplugsAMacvlanWhoseMasterIsGone() {
        var master = node().hostLink("pbg" + node().number());
        kubectl().createNad("default", "lan", """
                {"cniVersion": "0.4.0", "name": "lan", "plugins": [{"type": "macvlan", "master": "%s", %s}]}""".formatted(master, ipam(5)));
        var pod = node().create("master-gone");
        kubectl().annotate(pod, list(nic("lan", "net1")));
        kubectl().awaitInterfaces(pod, "net1");
        Shell.run("ip", "link", "delete", master);

        kubectl().annotate(pod, "[]");

        kubectl().awaitInterfaces(pod);
        assertThat(node().addresses("lan")).isEmpty();
        awaitEventCount(pod, "RemovedInterface", 1);
        await().atMost(LIMIT).until(() -> records(pod).isEmpty());
        node().delete(pod);
    }

    private static String mapped(String interfaceName, int port) {
        return """
                {"name":"mapped","interface":"%s","portMappings":[{"hostPort":%d,"containerPort":80,"protocol":"tcp"}]}""".formatted(interfaceName, port);
    }
}

package dev.patchbay.multus.netns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.multus.cni.CniResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LinkCheckTest {

    private static final String NETNS = "/run/netns/cni-1";
    private static final NamespaceView VIEW = new NamespaceView(
            List.of(link("eth0", "10.0.0.2/24"), link("net1", "10.1.0.2/24", "fd01::2/64")), List.of());

    @Test
    void refusesAnInterfaceThatExists() {
        assertThat(LinkCheck.beforeAdd(VIEW, "net1"))
                .hasValueSatisfying(reason -> assertThat(reason)
                        .startsWith("Interface net1 exists already in the pod and is not ours")
                        .contains("10.1.0.2/24"));
        assertThat(LinkCheck.beforeAdd(VIEW, "net2")).isEmpty();
    }

    @Test
    void agreesWithAResultThatIsTrue() {
        var result = result(
                List.of(onHost("br0"), inPod("net1")),
                List.of(ip("10.1.0.2/24", 1), ip("fd01:0::2/64"), ip("10.1.0.1/24", 0)));

        assertThat(LinkCheck.afterAdd(VIEW, result, "net1", NETNS)).isEmpty();
    }

    @Test
    void agreesWithAResultWithoutInterfaces() {
        assertThat(LinkCheck.afterAdd(VIEW, result(List.of(), List.of(ip("10.1.0.2/24"))), "net1", NETNS))
                .isEmpty();
    }

    @Test
    void reportsAMissingLink() {
        assertThat(LinkCheck.afterAdd(VIEW, CniResult.EMPTY, "net2", NETNS))
                .containsExactly(
                        "The plugin reported success, but interface net2 is not in the pod's network namespace.");
    }

    @Test
    void reportsAnAddressThatIsNotOnItsLink() {
        var result = result(
                List.of(inPod("net1")),
                List.of(ip("10.1.0.3/24", 0), ip("10.1.0.2/32"), ip("10.1.0.4/24"), ip("10.1.0.2/24", 7)));

        assertThat(LinkCheck.afterAdd(VIEW, result, "net1", NETNS))
                .containsExactly(
                        "The plugin reported the address 10.1.0.3/24, but interface net1 does not have it.",
                        "The plugin reported the address 10.1.0.4/24, but interface net1 does not have it.");
    }

    @Test
    void expectsNoLinkForADeviceThatIsHandedOver() {
        var device = new CniResult.Interface(
                "net2",
                Optional.empty(),
                OptionalInt.empty(),
                Optional.of(NETNS),
                Optional.empty(),
                Optional.of("0000:00:1f.6"));

        assertThat(LinkCheck.afterAdd(VIEW, result(List.of(device), List.of()), "net2", NETNS))
                .isEmpty();
    }

    private static Link link(String name, String... addresses) {
        return new Link(2, name, Optional.empty(), 1500, true, List.of(addresses));
    }

    private static CniResult result(List<CniResult.Interface> interfaces, List<CniResult.Ip> ips) {
        return new CniResult(interfaces, ips, List.of(), CniResult.EMPTY.dns());
    }

    private static CniResult.Interface inPod(String name) {
        return new CniResult.Interface(
                name, Optional.empty(), OptionalInt.empty(), Optional.of(NETNS), Optional.empty(), Optional.empty());
    }

    private static CniResult.Interface onHost(String name) {
        return new CniResult.Interface(
                name, Optional.empty(), OptionalInt.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static CniResult.Ip ip(String address) {
        return new CniResult.Ip(address, Optional.empty(), OptionalInt.empty());
    }

    private static CniResult.Ip ip(String address, int index) {
        return new CniResult.Ip(address, Optional.empty(), OptionalInt.of(index));
    }
}

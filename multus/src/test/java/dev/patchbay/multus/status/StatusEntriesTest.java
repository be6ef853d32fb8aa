package dev.patchbay.multus.status;

import static dev.patchbay.multus.TestConfigs.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.multus.cni.CniResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class StatusEntriesTest {

    /** What matters of an entry in most cases. */
    record Brief(String interfaceName, List<String> ips, boolean isDefault) {}

    @Test
    void describesAnInterface() {
        var result = new CniResult(
                List.of(new CniResult.Interface(
                        "net1",
                        Optional.of("02:AA:00:00:00:01"),
                        OptionalInt.of(1400),
                        Optional.of("/run/netns/x"),
                        Optional.empty(),
                        Optional.empty())),
                List.of(ip("10.0.0.5/24", 0)),
                List.of(
                        new CniResult.Route("0.0.0.0/0", Optional.of("10.0.0.1"), Map.of()),
                        new CniResult.Route("10.9.0.0/16", Optional.of("10.0.0.9"), Map.of()),
                        new CniResult.Route("::/0", Optional.empty(), Map.of())),
                new CniResult.Dns(List.of("10.0.0.53"), Optional.of("lan"), List.of(), List.of("ndots:2")));
        var device = Optional.<JsonNode>of(json("{'type': 'pci'}"));

        assertThat(StatusEntries.from(result, "ns/lan", "net1", false, device))
                .containsExactly(new NetworkStatus(
                        "ns/lan",
                        Optional.of("net1"),
                        List.of("10.0.0.5"),
                        Optional.of("02:AA:00:00:00:01"),
                        OptionalInt.of(1400),
                        false,
                        List.of("10.0.0.1"),
                        json("{'nameservers': ['10.0.0.53'], 'domain': 'lan', 'options': ['ndots:2']}"),
                        device,
                        Map.of()));
    }

    @ParameterizedTest
    @MethodSource
    void makesEntriesAsMultusDoes(CniResult result, boolean isDefault, List<Brief> expected) {
        assertThat(StatusEntries.from(result, "ns/lan", "net1", isDefault, Optional.empty()))
                .extracting(e -> new Brief(e.interfaceName().orElse(""), e.ips(), e.isDefault()))
                .isEqualTo(expected);
    }

    static Stream<Arguments> makesEntriesAsMultusDoes() {
        var bridge = List.of(onHost("br0"), onHost("veth1"), inPod("net1"));
        var two = List.of(inPod("net1"), inPod("net2"));
        return Stream.of(
                arguments(named("nothing at all", CniResult.EMPTY), false, List.of(brief(""))),
                arguments(
                        named("0.2.0: no interfaces", result(List.of(), ip("10.0.0.5/24"), ip("fd00:0::5/64"))),
                        true,
                        List.of(new Brief("", List.of("10.0.0.5", "fd00::5"), true))),
                arguments(
                        named("one without sandbox", result(List.of(onHost("cali1")), ip("10.0.0.5/32"))),
                        false,
                        List.of(brief("", "10.0.0.5"))),
                arguments(
                        named(
                                "one with any index",
                                result(List.of(inPod("net1")), ip("10.0.0.5/24", 3), ip("10.0.0.6/24", 0))),
                        false,
                        List.of(brief("net1", "10.0.0.5", "10.0.0.6"))),
                arguments(
                        named(
                                "several on the host only",
                                result(List.of(onHost("a"), onHost("b")), ip("10.0.0.5/24", 0))),
                        false,
                        List.of(brief("", "10.0.0.5"))),
                arguments(
                        named("host ends are left out", result(bridge, ip("10.0.0.5/24", 2), ip("10.0.0.1/24", 0))),
                        false,
                        List.of(brief("net1", "10.0.0.5"))),
                arguments(
                        named("addresses go by index", result(two, ip("10.0.0.5/24", 0), ip("10.0.1.5/24", 1))),
                        false,
                        List.of(brief("net1", "10.0.0.5"), brief("net2", "10.0.1.5"))),
                arguments(
                        named(
                                "without index, or out of range: the last",
                                result(two, ip("10.0.0.5/24"), ip("10.0.1.5/24", -1), ip("10.0.2.5/24", 9))),
                        false,
                        List.of(brief("net1"), brief("net2", "10.0.0.5", "10.0.1.5", "10.0.2.5"))),
                arguments(
                        named("the asked one first", result(List.of(inPod("x"), inPod("net1")), ip("10.0.0.5/24"))),
                        true,
                        List.of(brief("net1", "10.0.0.5"), new Brief("x", List.of(), true))),
                arguments(
                        named(
                                "default is where the gateway is",
                                result(two, ip("10.0.0.5/24", 0), withGateway("10.0.1.5/24", 1))),
                        true,
                        List.of(brief("net1", "10.0.0.5"), new Brief("net2", List.of("10.0.1.5"), true))),
                arguments(
                        named("a gateway on the host decides nothing", result(bridge, withGateway("10.0.0.5/24", 0))),
                        true,
                        List.of(new Brief("net1", List.of(), true))),
                arguments(
                        named(
                                "what is no address is left out",
                                result(two, ip("*", 0), ip("", 0), ip("x", 0), ip("10.0.0.5/24", 0))),
                        false,
                        List.of(brief("net1", "10.0.0.5"), brief("net2"))));
    }

    @Test
    void dropsControlCharacters() {
        var result = new CniResult(
                List.of(new CniResult.Interface(
                        "net\u001b1",
                        Optional.of("02:00\n"),
                        OptionalInt.empty(),
                        Optional.of("/run/netns/x"),
                        Optional.empty(),
                        Optional.empty())),
                List.of(),
                List.of(),
                new CniResult.Dns(List.of(), Optional.of("l\u0000an"), List.of(), List.of()));

        var entry = StatusEntries.from(result, "ns/lan", "net1", false, Optional.empty())
                .getFirst();

        assertThat(entry.interfaceName()).contains("net1");
        assertThat(entry.mac()).contains("02:00");
        assertThat(entry.dns()).isEqualTo(json("{'domain': 'lan'}"));
    }

    private static Brief brief(String interfaceName, String... ips) {
        return new Brief(interfaceName, List.of(ips), false);
    }

    private static CniResult result(List<CniResult.Interface> interfaces, CniResult.Ip... ips) {
        return new CniResult(interfaces, List.of(ips), List.of(), CniResult.EMPTY.dns());
    }

    private static CniResult.Interface inPod(String name) {
        return link(name, Optional.of("/run/netns/x"));
    }

    private static CniResult.Interface onHost(String name) {
        return link(name, Optional.empty());
    }

    private static CniResult.Interface link(String name, Optional<String> sandbox) {
        return new CniResult.Interface(
                name, Optional.empty(), OptionalInt.empty(), sandbox, Optional.empty(), Optional.empty());
    }

    private static CniResult.Ip ip(String address) {
        return new CniResult.Ip(address, Optional.empty(), OptionalInt.empty());
    }

    private static CniResult.Ip ip(String address, int index) {
        return new CniResult.Ip(address, Optional.empty(), OptionalInt.of(index));
    }

    private static CniResult.Ip withGateway(String address, int index) {
        return new CniResult.Ip(address, Optional.of("10.0.1.1"), OptionalInt.of(index));
    }
}

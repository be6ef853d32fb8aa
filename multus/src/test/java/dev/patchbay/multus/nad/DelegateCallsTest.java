package dev.patchbay.multus.nad;

import static dev.patchbay.multus.TestConfigs.json;
import static dev.patchbay.multus.TestConfigs.list;
import static dev.patchbay.multus.TestConfigs.nad;
import static dev.patchbay.multus.TestConfigs.plugins;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.annotations.selection.Bandwidth;
import dev.patchbay.annotations.selection.PortMapping;
import dev.patchbay.multus.TestRequest;
import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.cni.CniCall.Arg;
import dev.patchbay.multus.cni.CniException;
import dev.patchbay.multus.cni.NetworkConfigList;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class DelegateCallsTest {

    private static final NetworkConfigList BRIDGE = plugins("[{'type': 'bridge'}]");

    private static final AttachmentRequest EVERYTHING = new AttachmentRequest(
            List.of("10.0.0.5/24", "fd00::5"),
            Optional.of("02:00:00:00:00:05"),
            Optional.of("00:11:22:33:44:55:66:77"),
            List.of(
                    new PortMapping(8080, 80, "tcp", Optional.empty()),
                    new PortMapping(53, 53, "udp", Optional.of("192.0.2.1"))),
            Optional.of(new Bandwidth(1000, 2000, 3000, 4000)),
            Optional.of("0000:03:02.1"),
            Map.of("vlan", JsonNodeFactory.instance.numberNode(7)),
            Optional.empty(),
            Optional.empty());

    @Test
    void handsOverPodAndSandbox() throws CniException {
        var call = build(BRIDGE, AttachmentRequest.NONE);

        assertThat(call.containerId()).isEqualTo("sandbox1");
        assertThat(call.netns()).isEqualTo("/run/netns/cni-1");
        assertThat(call.interfaceName()).isEqualTo("net1");
        assertThat(call.args())
                .containsExactly(
                        new Arg("IgnoreUnknown", "true"),
                        new Arg("K8S_POD_NAMESPACE", "ns"),
                        new Arg("K8S_POD_NAME", "pod"),
                        new Arg("K8S_POD_INFRA_CONTAINER_ID", "sandbox1"),
                        new Arg("K8S_POD_UID", "uid1"));
        assertThat(call.capabilityArgs()).isEmpty();
        assertThat(call.network()).isEqualTo(BRIDGE);
    }

    @Test
    void handsOverWhatTheElementAsksFor() throws CniException {
        var call = DelegateCalls.build(input(BRIDGE, EVERYTHING, Optional.of(Path.of("/run/devinfo/cni/x"))));

        assertThat(call.args()).endsWith(new Arg("MAC", "02:00:00:00:00:05"), new Arg("IP", "10.0.0.5/24,fd00::5"));
        assertThat(call.capabilityArgs())
                .isEqualTo(Map.of(
                        "ips", json("['10.0.0.5/24', 'fd00::5']"),
                        "mac", json("'02:00:00:00:00:05'"),
                        "infinibandGUID", json("'00:11:22:33:44:55:66:77'"),
                        "portMappings",
                                json(
                                        "[{'hostPort': 8080, 'containerPort': 80, 'protocol': 'tcp'},"
                                                + "{'hostPort': 53, 'containerPort': 53, 'protocol': 'udp', 'hostIP': '192.0.2.1'}]"),
                        "bandwidth",
                                // Long values, as the request has them.
                                JsonNodeFactory.instance
                                        .objectNode()
                                        .put("ingressRate", 1000L)
                                        .put("ingressBurst", 2000L)
                                        .put("egressRate", 3000L)
                                        .put("egressBurst", 4000L),
                        "deviceID", json("'0000:03:02.1'"),
                        "CNIDeviceInfoFile", json("'/run/devinfo/cni/x'")));
        assertThat(call.network().plugins())
                .containsExactly((ObjectNode) json("{'type': 'bridge', 'args': {'cni': {'vlan': 7}},"
                        + " 'deviceID': '0000:03:02.1', 'pciBusID': '0000:03:02.1'}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void changesTheConfiguration(String what, String plugin, AttachmentRequest request, String expected)
            throws CniException {
        var original = plugins("[" + plugin + ", {'type': 'tuning'}]");
        var untouched = plugins("[" + plugin + ", {'type': 'tuning'}]");

        var network = build(original, request).network();

        assertThat(network.plugins().getFirst()).isEqualTo(json(expected));
        assertThat(network.json().path("plugins"))
                .containsExactlyElementsOf(network.plugins())
                .hasSize(2);
        assertThat(original).isEqualTo(untouched);
    }

    static Stream<Arguments> changesTheConfiguration() {
        var nothing = AttachmentRequest.NONE;
        var masterArgs = TestRequest.cniArgs(Map.of("mtu", JsonNodeFactory.instance.numberNode(9000)));
        return Stream.of(
                arguments(
                        "drops what is the runtime's word",
                        "{'type': 'x', 'runtimeConfig': {'deviceID': 'y'}, 'prevResult': {}, 'cni.dev/attachments': [],"
                                + " 'capabilities': {'ips': true}, 'big': 9007199254740993}",
                        nothing,
                        "{'type': 'x', 'capabilities': {'ips': true}, 'big': 9007199254740993}"),
                arguments(
                        "drops args outside args.cni",
                        "{'type': 'x', 'args': {'labels': {'a': 'b'}, 'cni': {'ips': ['10.0.0.9']}}}",
                        nothing,
                        "{'type': 'x', 'args': {'cni': {'ips': ['10.0.0.9']}}}"),
                arguments(
                        "drops args without args.cni",
                        "{'type': 'x', 'args': {'labels': {}}}",
                        nothing,
                        "{'type': 'x'}"),
                arguments(
                        "the element's cni-args win by key",
                        "{'type': 'x', 'args': {'cni': {'mtu': 1400, 'promisc': true}}}",
                        masterArgs,
                        "{'type': 'x', 'args': {'cni': {'mtu': 9000, 'promisc': true}}}"),
                arguments(
                        "no default gateway unless asked",
                        "{'type': 'bridge', 'isDefaultGateway': true}",
                        nothing,
                        "{'type': 'bridge', 'isDefaultGateway': false, 'isGateway': true}"),
                arguments(
                        "no default routes unless asked",
                        "{'type': 'bridge', 'ipam': {'type': 'host-local', 'ranges': [[{'subnet': '10.0.0.0/24', 'routes':"
                                + " [{'dst': '::/0'}]}]], 'routes': [{'dst': '0.0.0.0/0'}, {'dst': '10.9.0.0/16'},"
                                + " {'dst': '::/0', 'gw': 'fd00::1'}]}}",
                        nothing,
                        "{'type': 'bridge', 'ipam': {'type': 'host-local', 'ranges': [[{'subnet': '10.0.0.0/24', 'routes':"
                                + " []}]], 'routes': [{'dst': '10.9.0.0/16'}]}}"),
                arguments(
                        "default routes stay when asked for",
                        "{'type': 'bridge', 'isDefaultGateway': true, 'ipam': {'routes': [{'dst': '0.0.0.0/0'}]}}",
                        TestRequest.defaultRoute(),
                        "{'type': 'bridge', 'isDefaultGateway': true, 'ipam': {'routes': [{'dst': '0.0.0.0/0'}]}}"));
    }

    @Test
    void cleansTheListAndKeepsItsOtherKeys() throws CniException {
        var original = list("{'name': 'net', 'cniVersion': '1.0.0', 'disableCheck': true, 'x-note': 1,"
                + " 'cni.dev/valid-attachments': [], 'prevResult': {}, 'plugins': [{'type': 'bridge'}]}");

        assertThat(build(original, AttachmentRequest.NONE).network().json())
                .isEqualTo(json("{'name': 'net', 'cniVersion': '1.0.0', 'disableCheck': true, 'x-note': 1,"
                        + " 'plugins': [{'type': 'bridge'}]}"));
    }

    @Test
    void makesAListOfASingleConfiguration() throws CniException {
        var plugin = (ObjectNode) json("{'type': 'bridge', 'isDefaultGateway': true}");
        var single = new NetworkConfigList("net", "0.4.0", false, false, List.of(plugin), plugin);

        assertThat(build(single, AttachmentRequest.NONE).network().json())
                .isEqualTo(json("{'cniVersion': '0.4.0', 'name': 'net',"
                        + " 'plugins': [{'type': 'bridge', 'isDefaultGateway': false, 'isGateway': true}]}"));
    }

    @Test
    void refusesArgsThatAreNoObject() {
        assertThatThrownBy(() -> build(plugins("[{'type': 'bridge', 'args': 'x'}]"), AttachmentRequest.NONE))
                .isInstanceOf(CniException.class)
                .hasMessage("NAD ns/net, plugin 1 (bridge): args must be an object, but is \"x\"")
                .extracting(e -> ((CniException) e).kind())
                .isEqualTo(CniException.Kind.CONFIGURATION);
        assertThatThrownBy(() -> build(plugins("[{'type': 'bridge', 'args': {'cni': []}}]"), AttachmentRequest.NONE))
                .hasMessage("NAD ns/net, plugin 1 (bridge): args.cni must be an object, but is []");
    }

    @Test
    void refusesValuesThatWouldMakeUpFurtherArguments() {
        assertThatThrownBy(() -> build(BRIDGE, TestRequest.ips("10.0.0.5/24;K8S_POD_NAME=other")))
                .isInstanceOf(CniException.class)
                .hasMessageContaining("IP of CNI_ARGS may contain neither ';' nor '='");
    }

    @ParameterizedTest
    @MethodSource
    void tellsWhatWillHaveNoEffect(NetworkConfigList config, AttachmentRequest request, List<String> about) {
        var sentences = DelegateCalls.unsupported(config, request);

        assertThat(sentences).hasSameSizeAs(about);
        for (var i = 0; i < about.size(); i++) {
            assertThat(sentences.get(i)).contains(about.get(i)).contains("it has no effect");
        }
    }

    static Stream<Arguments> tellsWhatWillHaveNoEffect() {
        var capable = plugins("[{'type': 'x'}, {'type': 'y', 'capabilities': {'ips': true, 'mac': true, 'portMappings':"
                + " true, 'bandwidth': true, 'infinibandGUID': true}}]");
        var ptp = plugins("[{'type': 'ptp', 'ipam': {'type': 'dhcp'}, 'capabilities': {'ips': false}}]");
        var bridge = plugins("[{'type': 'bridge', 'ipam': {'type': 'static'}}]");
        return Stream.of(
                arguments(ptp, AttachmentRequest.NONE, List.of()),
                arguments(capable, EVERYTHING, List.of()),
                arguments(ptp, TestRequest.ips("10.0.0.5"), List.of("asks for ips")),
                arguments(ptp, TestRequest.mac("02:00:00:00:00:05"), List.of("asks for mac")),
                arguments(bridge, TestRequest.ips("10.0.0.5/24"), List.of()),
                arguments(bridge, TestRequest.mac("02:00:00:00:00:05"), List.of()),
                arguments(bridge, TestRequest.hostPort(8080), List.of("\"portMappings\"")),
                arguments(bridge, TestRequest.bandwidth(1000), List.of("\"bandwidth\"")),
                arguments(bridge, TestRequest.device("0000:03:02.1"), List.of()),
                arguments(bridge, TestRequest.claim("vm-a"), List.of("IPAMClaim vm-a")),
                arguments(
                        plugins("[{'type': 'x', 'ipam': {'type': 'patchbay'}}]"),
                        TestRequest.claim("vm-a"),
                        List.of()));
    }

    private static CniCall build(NetworkConfigList config, AttachmentRequest request) throws CniException {
        return DelegateCalls.build(input(config, request, Optional.empty()));
    }

    private static DelegateInput input(
            NetworkConfigList config, AttachmentRequest request, Optional<Path> deviceInfoFile) {
        return new DelegateInput(
                nad("ns", "net"),
                config,
                new PodRef("ns", "pod", "uid1"),
                "sandbox1",
                "/run/netns/cni-1",
                "net1",
                request,
                deviceInfoFile);
    }
}

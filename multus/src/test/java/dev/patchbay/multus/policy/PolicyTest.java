package dev.patchbay.multus.policy;

import static dev.patchbay.multus.TestConfigs.list;
import static dev.patchbay.multus.TestConfigs.nad;
import static dev.patchbay.multus.TestConfigs.plugins;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.multus.TestRequest;
import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.cni.NetworkConfigList;
import dev.patchbay.multus.nad.Nad;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class PolicyTest {

    private static final NetworkConfigList BRIDGE =
            plugins("[{'type': 'bridge', 'bridge': 'br0', 'ipMasq': true, 'ipam': {'type': 'host-local'}}]");
    private static final Policy POLICY = new Policy(PolicyConfig.DEFAULT);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'type': 'bridge', 'bridge': 'br0', 'ipam': {'type': 'host-local', 'subnet': '10.0.0.0/24'}}]",
                "[{'type': 'macvlan', 'master': 'ens1', 'mode': 'bridge', 'ipam': {'type': 'dhcp'}}]",
                "[{'type': 'host-device', 'device': 'ens2'}]",
                "[{'type': 'macvlan', 'ipam': {'type': 'whereabouts', 'log_file': '/var/log/whereabouts.log', 'kubernetes':"
                        + " {'kubeconfig': '/etc/cni/net.d/whereabouts.d/whereabouts.kubeconfig'}}}]",
                "[{'type': 'bridge', 'ipam': {'type': 'host-local', 'dataDir': '/var/lib/cni/networks', 'resolvConf':"
                        + " '/etc/resolv.conf'}}, {'type': 'tuning', 'dataDir': ''}]"
            })
    void allowsOrdinaryNads(String plugins) {
        assertThat(POLICY.refusal(input(plugins(plugins), AttachmentRequest.NONE, "net1")))
                .isEmpty();
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource
    void keepsNamespacesApart(String podNamespace, String nadNamespace, boolean allowed) {
        var refusal = POLICY.refusal(new PolicyInput(
                podNamespace, nad(nadNamespace, "lan"), BRIDGE, AttachmentRequest.NONE, "net1", List.of()));

        assertThat(refusal.isEmpty()).isEqualTo(allowed);
        refusal.ifPresent(reason -> assertThat(reason)
                .isEqualTo("Pods of namespace a may not use the NAD b/lan. Create the NAD in a, or let an"
                        + " administrator add b to the global namespaces."));
    }

    static Stream<Arguments> keepsNamespacesApart() {
        return Stream.of(arguments("a", "a", true), arguments("a", "default", true), arguments("a", "b", false));
    }

    @Test
    void sharesNamespacesWhenIsolationIsOff() {
        var open = new Policy(config(false, true, Set.of(), Set.of(), Set.of(), Set.of()));

        assertThat(open.refusal(
                        new PolicyInput("a", nad("b", "lan"), BRIDGE, AttachmentRequest.NONE, "net1", List.of())))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "eth0",
                "lo",
                "all",
                "default",
                "",
                ".",
                "..",
                "-net1",
                "net%d",
                "a/b",
                "a:1",
                "a b",
                "nét",
                "abcdefghijklmnop"
            })
    void refusesInterfaceNames(String name) {
        assertThat(POLICY.refusal(input(BRIDGE, AttachmentRequest.NONE, name)))
                .hasValueSatisfying(reason -> assertThat(reason).contains("interface name"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"net1", "eth0.100", "Net_1", "pod37a8eec1ce1", "abcdefghijklmno"})
    void allowsInterfaceNames(String name) {
        assertThat(POLICY.refusal(input(BRIDGE, AttachmentRequest.NONE, name))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'type': '../../bin/sh'}]",
                "[{'type': 'bridge', 'ipam': {'type': 'a/b'}}]",
                "[{'type': 'meta', 'delegates': [{'type': 'bridge', 'ipam': {'type': 'a\\\\b'}}]}]",
                "[{'type': 'meta', 'delegate': {'type': '..'}}]"
            })
    void refusesPluginTypesThatArePaths(String plugins) {
        assertThat(POLICY.refusal(input(plugins(plugins), AttachmentRequest.NONE, "net1")))
                .hasValueSatisfying(reason -> assertThat(reason).contains("is a path"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'type': 'portmap', 'conditionsV4': ['!', '-d', '10.0.0.0/8']}]",
                "[{'type': 'firewall', 'iptablesAdminChainName': 'INPUT'}]",
                "[{'type': 'bridge', 'ipam': {'type': 'host-local', 'dataDir': '/etc'}}]",
                "[{'type': 'bridge', 'ipam': {'type': 'host-local', 'dataDir': '/var/lib/cni/../../../etc'}}]",
                "[{'type': 'bridge', 'ipam': {'type': 'host-local', 'resolvConf': '/etc/shadow'}}]",
                "[{'type': 'meta', 'delegates': [{'type': 'sriov', 'logFile': '/etc/cron.d/x'}]}]",
                "[{'type': 'tuning', 'dataDir': ['/etc']}]"
            })
    void refusesKeysThatReachTheNodeOutsideAdminNamespaces(String plugins) {
        var config = plugins(plugins);

        assertThat(POLICY.refusal(input(config, AttachmentRequest.NONE, "net1")))
                .hasValueSatisfying(reason -> assertThat(reason).contains("which reaches into the node"));
        assertThat(POLICY.refusal(new PolicyInput(
                        "kube-system", nad("kube-system", "lan"), config, AttachmentRequest.NONE, "net1", List.of())))
                .isEmpty();
        assertThat(new Policy(config(true, false, Set.of(), Set.of(), Set.of(), Set.of()))
                        .refusal(input(config, AttachmentRequest.NONE, "net1")))
                .isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void holdsAllowLists(String plugins, AttachmentRequest request, Optional<String> refusal) {
        var strict = new Policy(config(
                true,
                true,
                Set.of("bridge", "macvlan", "host-device", "host-local"),
                Set.of("ens1"),
                Set.of("br0"),
                Set.of("ips")));

        assertThat(strict.refusal(input(plugins(plugins), request, "net1"))).isEqualTo(refusal);
    }

    static Stream<Arguments> holdsAllowLists() {
        var nothing = AttachmentRequest.NONE;
        return Stream.of(
                arguments(
                        "[{'type': 'bridge', 'bridge': 'br0', 'ipam': {'type': 'host-local'}}]",
                        nothing,
                        Optional.empty()),
                arguments("[{'type': 'macvlan', 'master': 'ens1'}]", TestRequest.ips("10.0.0.5"), Optional.empty()),
                arguments("[{'type': 'macvlan', 'linkInContainer': true}]", nothing, Optional.empty()),
                arguments(
                        "[{'type': 'bridge', 'bridge': 'br0', 'ipam': {'type': 'dhcp'}}]",
                        nothing,
                        Optional.of(
                                "The plugin type dhcp of NAD a/lan is not allowed on this cluster. Allowed are bridge,"
                                        + " host-device, host-local, macvlan.")),
                arguments(
                        "[{'type': 'bridge'}]",
                        nothing,
                        Optional.of("NAD a/lan uses the bridge cni0, but pods may only use br0.")),
                arguments(
                        "[{'type': 'macvlan'}]",
                        nothing,
                        Optional.of("NAD a/lan names no \"master\", but pods may only use ens1.")),
                arguments(
                        "[{'type': 'host-device', 'device': 'eth0'}]",
                        nothing,
                        Optional.of("NAD a/lan uses the device eth0, but pods may only use ens1.")),
                arguments(
                        "[{'type': 'bridge', 'bridge': 'br0'}]",
                        TestRequest.mac("02:00:00:00:00:01"),
                        Optional.of("Elements may not ask for mac on this cluster. Remove it; allowed are ips.")));
    }

    @ParameterizedTest
    @ValueSource(ints = {22, 1023, 6443, 10250})
    void refusesHostPortsOfTheNode(int port) {
        assertThat(POLICY.refusal(input(BRIDGE, TestRequest.hostPort(port), "net1")))
                .contains(
                        "Host port " + port + " may not be mapped. Choose one from 1024 to 65535 that the node does not"
                                + " need for itself.");
    }

    @Test
    void allowsOtherHostPorts() {
        assertThat(POLICY.refusal(input(BRIDGE, TestRequest.hostPort(8080), "net1")))
                .isEmpty();
    }

    @Test
    void refusesANetworkNameThatNoCacheFileCanBear() {
        assertThat(POLICY.refusal(input(named("n".repeat(174)), AttachmentRequest.NONE, "net1")))
                .isEmpty();
        assertThat(POLICY.refusal(input(named("n".repeat(175)), AttachmentRequest.NONE, "net1")))
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains("has 175 bytes").contains("at most 174"));
    }

    @Test
    void refusesADeviceNetworkWithoutADevice() {
        var device = new Nad(nad("a", "vf").name(), Optional.of("{}"), Optional.of("vendor/vf"), "1");

        assertThat(POLICY.refusal(new PolicyInput("a", device, BRIDGE, AttachmentRequest.NONE, "net1", List.of())))
                .hasValueSatisfying(reason ->
                        assertThat(reason).contains("resource vendor/vf").contains("\"deviceID\""));
        assertThat(POLICY.refusal(
                        new PolicyInput("a", device, BRIDGE, TestRequest.device("0000:03:02.1"), "net1", List.of())))
                .isEmpty();
    }

    @ParameterizedTest(name = "{0} with {1}, allowed: {2}")
    @MethodSource
    void refusesTheSameNetworkTwiceWhereItsStateIsShared(String plugins, AttachmentRequest request, boolean allowed) {
        var config = plugins(plugins);
        var capabilityArgs =
                request.portMappings().isEmpty() && request.bandwidth().isEmpty()
                        ? Map.<String, JsonNode>of()
                        : Map.of("portMappings", config.json(), "bandwidth", (JsonNode) config.json());
        var first = ExistingAttachment.of(new CniCall(config, "s1", "/run/netns/x", "net1", List.of(), capabilityArgs));

        var second = POLICY.refusal(new PolicyInput("a", nad("a", "lan"), config, request, "net2", List.of(first)));
        var again = POLICY.refusal(new PolicyInput("a", nad("a", "lan"), config, request, "net1", List.of(first)));

        assertThat(second.isEmpty()).isEqualTo(allowed);
        second.ifPresent(reason -> assertThat(reason)
                .contains("The pod has network net already as net1")
                .contains("Use a NAD with another \"name\" for net2."));
        assertThat(again).isEmpty();
    }

    static Stream<Arguments> refusesTheSameNetworkTwiceWhereItsStateIsShared() {
        var nothing = AttachmentRequest.NONE;
        var portmap = "[{'type': 'bridge'}, {'type': 'portmap', 'capabilities': {'portMappings': true}}]";
        var bandwidth = "[{'type': 'bridge'}, {'type': 'bandwidth', 'capabilities': {'bandwidth': true}}]";
        return Stream.of(
                arguments("[{'type': 'bridge'}]", nothing, true),
                arguments(portmap, nothing, true),
                arguments(portmap, TestRequest.hostPort(8080), false),
                arguments("[{'type': 'portmap'}]", TestRequest.hostPort(8080), true),
                arguments(bandwidth, nothing, true),
                arguments(bandwidth, TestRequest.bandwidth(1000), false),
                arguments("[{'type': 'bandwidth', 'egressRate': 5, 'egressBurst': 5}]", nothing, false),
                arguments("[{'type': 'bridge', 'ipMasq': true}]", nothing, false),
                arguments("[{'type': 'ptp', 'ipMasq': true}]", nothing, false),
                arguments("[{'type': 'bridge', 'ipMasq': true, 'ipMasqBackend': 'nftables'}]", nothing, true));
    }

    @Test
    void allowsTwoNetworksThatEachShareState() {
        var other = new ExistingAttachment("net1", "other", Set.of("bridge"));

        assertThat(POLICY.refusal(
                        new PolicyInput("a", nad("a", "lan"), BRIDGE, AttachmentRequest.NONE, "net2", List.of(other))))
                .isEmpty();
    }

    private static NetworkConfigList named(String name) {
        return list("{'name': '" + name + "', 'cniVersion': '1.0.0', 'plugins': [{'type': 'bridge'}]}");
    }

    private static PolicyInput input(NetworkConfigList config, AttachmentRequest request, String interfaceName) {
        return new PolicyInput("a", nad("a", "lan"), config, request, interfaceName, List.of());
    }

    private static PolicyConfig config(
            boolean isolation,
            boolean restrictHostKeys,
            Set<String> types,
            Set<String> masters,
            Set<String> bridges,
            Set<String> capabilities) {
        return new PolicyConfig(
                isolation,
                Set.of("default"),
                Set.of("kube-system"),
                restrictHostKeys,
                types,
                masters,
                bridges,
                capabilities,
                1024,
                65535,
                Set.of());
    }
}

package dev.patchbay.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.patchbay.cri.SandboxDetails.DefaultNetwork;
import dev.patchbay.cri.SandboxDetails.NetworkMode;
import dev.patchbay.cri.proto.LinuxPodSandboxStatus;
import dev.patchbay.cri.proto.Namespace;
import dev.patchbay.cri.proto.NamespaceMode;
import dev.patchbay.cri.proto.NamespaceOption;
import dev.patchbay.cri.proto.PodIP;
import dev.patchbay.cri.proto.PodSandboxNetworkStatus;
import dev.patchbay.cri.proto.PodSandboxState;
import dev.patchbay.cri.proto.PodSandboxStatus;
import dev.patchbay.cri.proto.PodSandboxStatusResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxInfoParserTest {

    @Test
    void readsContainerd1() {
        var details = SandboxInfoParser.parse(answer(status("ready-1"), resource("containerd-1.6.json")));

        assertThat(details)
                .isEqualTo(new SandboxDetails(
                        "ready-1",
                        Sandbox.State.READY,
                        NetworkMode.POD,
                        Optional.of("/var/run/netns/cni-1b7c"),
                        OptionalLong.of(4711),
                        false,
                        Optional.of("io.containerd.runc.v2"),
                        "",
                        Optional.of(new DefaultNetwork(
                                "eth0",
                                Optional.of("0a:00:00:00:00:07"),
                                List.of("10.88.0.7", "fd00::7"),
                                List.of("10.88.0.1", "fd00::1")))));
        assertThat(details.isReady()).isTrue();
        assertThat(details.isVirtualMachine()).isFalse();
    }

    @Test
    void readsContainerd2WithoutRuntimeSpecFromTheSandboxMetadata() {
        var status = status("ready-2").setRuntimeHandler("kata-qemu");

        var details = SandboxInfoParser.parse(answer(status, resource("containerd-2-shim-sandboxer.json")));

        assertThat(details)
                .isEqualTo(new SandboxDetails(
                        "ready-2",
                        Sandbox.State.READY,
                        NetworkMode.POD,
                        Optional.of("/run/containerd/netns/cni-2c8d"),
                        OptionalLong.of(4712),
                        false,
                        Optional.of("io.containerd.kata-qemu.v2"),
                        "kata-qemu",
                        Optional.of(new DefaultNetwork(
                                "eth0",
                                Optional.of("0a:00:00:00:00:08"),
                                List.of("10.88.0.8"),
                                List.of("10.88.0.1")))));
        assertThat(details.isVirtualMachine()).isTrue();
    }

    @Test
    void takesTheNamespaceFromTheCniResultAtLast() {
        var details = SandboxInfoParser.parse(answer(status("s"), resource("containerd-2-cni-result-only.json")));

        assertThat(details.netnsPath()).contains("/var/run/netns/cni-3d9e");
        assertThat(details.defaultNetwork())
                .contains(new DefaultNetwork("eth0", Optional.empty(), List.of("10.88.0.9"), List.of()));
    }

    @Test
    void readsCrioWhichTellsAddressesInTheStatusOnly() {
        var status = status("ready-3")
                .setRuntimeHandler("crun")
                .setNetwork(PodSandboxNetworkStatus.newBuilder()
                        .setIp("10.85.0.4")
                        .addAdditionalIps(PodIP.newBuilder().setIp("1100:200::4")));

        var details = SandboxInfoParser.parse(answer(status, resource("crio.json")));

        assertThat(details)
                .isEqualTo(new SandboxDetails(
                        "ready-3",
                        Sandbox.State.READY,
                        NetworkMode.POD,
                        Optional.of("/var/run/netns/5f6a"),
                        OptionalLong.empty(),
                        false,
                        Optional.empty(),
                        "crun",
                        Optional.of(new DefaultNetwork(
                                "eth0", Optional.empty(), List.of("10.85.0.4", "1100:200::4"), List.of()))));
    }

    @Test
    void knowsNoNamespaceWhereTheInfoIsEmpty() {
        assertKnowsNothing(SandboxInfoParser.parse(answer(status("s"), resource("containerd-2-empty.json"))));
    }

    @Test
    void knowsNoNamespaceWhereThereIsNoInfo() {
        var response =
                PodSandboxStatusResponse.newBuilder().setStatus(status("s")).build();

        assertKnowsNothing(SandboxInfoParser.parse(response));
    }

    @Test
    void isOnTheHostsNetworkWhereTheStatusSaysSo() {
        var network = NamespaceOption.newBuilder().setNetwork(NamespaceMode.NODE);
        var status = status("s")
                .setLinux(LinuxPodSandboxStatus.newBuilder()
                        .setNamespaces(Namespace.newBuilder().setOptions(network)));

        var details = SandboxInfoParser.parse(answer(status, resource("containerd-1.6.json")));

        assertThat(details.networkMode()).isEqualTo(NetworkMode.NODE);
        assertThat(details.netnsPath()).isEmpty();
        assertThat(details.defaultNetwork()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[{\"type\": \"pid\"}]",
                "[{\"type\": \"network\"}]",
                "[{\"type\": \"network\", \"path\": \"\"}]"
            })
    void isOnTheHostsNetworkWhereTheRuntimeSpecJoinsNoNamespace(String namespaces) {
        var info = """
                {"runtimeSpec": {"linux": {"namespaces": %s}},
                 "cniResult": {"Interfaces": {"eth0": {"Sandbox": "/proc/1/ns/net"}}}}""".formatted(namespaces);

        var details = SandboxInfoParser.parse(answer(status("s"), info));

        assertThat(details.networkMode()).isEqualTo(NetworkMode.NODE);
        assertThat(details.netnsPath()).isEmpty();
    }

    @Test
    void prefersTheRuntimeSpecToAllOtherPlaces() {
        var info = """
                {"runtimeSpec": {"linux": {"namespaces": [{"type": "network", "path": "/first"}]}},
                 "sandboxMetadata": {"Metadata": {"NetNSPath": "/second"}},
                 "cniResult": {"Interfaces": {"eth0": {"Sandbox": "/third"}}}}""";

        assertThat(SandboxInfoParser.parse(answer(status("s"), info)).netnsPath())
                .contains("/first");
    }

    @Test
    void tellsThatTheNamespaceIsClosedAndTheSandboxNotReady() {
        var status = status("s").setState(PodSandboxState.SANDBOX_NOTREADY);

        var details = SandboxInfoParser.parse(answer(status, "{\"netNamespaceClosed\": true}"));

        assertThat(details.netnsClosed()).isTrue();
        assertThat(details.isReady()).isFalse();
    }

    @Test
    void takesAStateThatItDoesNotKnowAsNotReady() {
        var details = SandboxInfoParser.parse(answer(status("s").setStateValue(7), "{}"));

        assertThat(details.state()).isEqualTo(Sandbox.State.NOT_READY);
    }

    @ParameterizedTest
    @CsvSource({
        "io.containerd.kata.v2,        '',        true",
        "io.containerd.kata-clh.v2,    '',        true",
        "io.containerd.runc.v2,        kata-qemu, true",
        "'',                           Kata,      true",
        "io.containerd.runc.v2,        crun,      false",
        "io.containerd.runsc.v1,       gvisor,    false",
        "'',                           '',        false"
    })
    void knowsKataByItsTypeOrHandler(String type, String handler, boolean isVirtualMachine) {
        var info = "{\"runtimeType\": \"%s\", \"runtimeHandler\": \"%s\"}".formatted(type, handler);

        assertThat(SandboxInfoParser.parse(answer(status("s"), info)).isVirtualMachine())
                .isEqualTo(isVirtualMachine);
    }

    @Test
    void refusesAnInfoThatIsNotJson() {
        assertThatThrownBy(() -> SandboxInfoParser.parse(answer(status("s"), "{\"pid\": ")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"info\" is not JSON");
    }

    private static void assertKnowsNothing(SandboxDetails details) {
        assertThat(details)
                .isEqualTo(new SandboxDetails(
                        "s",
                        Sandbox.State.READY,
                        NetworkMode.POD,
                        Optional.empty(),
                        OptionalLong.empty(),
                        false,
                        Optional.empty(),
                        "",
                        Optional.empty()));
    }

    private static PodSandboxStatus.Builder status(String id) {
        return PodSandboxStatus.newBuilder().setId(id);
    }

    private static PodSandboxStatusResponse answer(PodSandboxStatus.Builder status, String info) {
        return PodSandboxStatusResponse.newBuilder()
                .setStatus(status)
                .putInfo("info", info)
                .build();
    }

    private static String resource(String name) {
        try (var in = SandboxInfoParserTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

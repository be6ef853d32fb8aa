package dev.patchbay.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.cri.SandboxDetails.DefaultNetwork;
import dev.patchbay.cri.SandboxDetails.NetworkMode;
import dev.patchbay.cri.proto.LinuxPodSandboxStatus;
import dev.patchbay.cri.proto.Namespace;
import dev.patchbay.cri.proto.NamespaceMode;
import dev.patchbay.cri.proto.NamespaceOption;
import dev.patchbay.cri.proto.PodSandboxState;
import dev.patchbay.cri.proto.PodSandboxStatus;
import dev.patchbay.cri.proto.PodSandboxStatusResponse;
import java.io.IOException;
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
        assertThat(parse(resource("containerd-1.json")))
                .isEqualTo(new SandboxDetails(
                        "s1",
                        true,
                        NetworkMode.POD,
                        Optional.of("/var/run/netns/cni-1"),
                        OptionalLong.of(4711),
                        false,
                        Optional.of("io.containerd.runc.v2"),
                        "",
                        Optional.of(new DefaultNetwork(
                                "eth0",
                                Optional.of("0a:58:0a:58:00:07"),
                                List.of("10.88.0.7", "fd00::7"),
                                List.of("10.88.0.1", "fd00::1")))));
    }

    @Test
    void readsContainerd2WhoseRuntimeSpecIsNull() {
        assertThat(parse(resource("containerd-2.json")))
                .isEqualTo(new SandboxDetails(
                        "s1",
                        true,
                        NetworkMode.POD,
                        Optional.of("/run/containerd/netns/cni-2"),
                        OptionalLong.of(4712),
                        false,
                        Optional.of("io.containerd.runc.v2"),
                        "",
                        Optional.of(new DefaultNetwork(
                                "eth0",
                                Optional.of("0a:58:0a:58:00:08"),
                                List.of("10.88.0.8"),
                                List.of("10.88.0.1")))));
    }

    @Test
    void readsCrioWithoutAnInfraContainer() {
        assertThat(parse(resource("cri-o.json"))).isEqualTo(crio("/var/run/netns/cri-o-1", OptionalLong.empty()));
    }

    @Test
    void readsCrioWithAnInfraContainer() {
        assertThat(parse(resource("cri-o-infra.json")))
                .isEqualTo(crio("/var/run/netns/cri-o-2", OptionalLong.of(4713)));
    }

    private static SandboxDetails crio(String netns, OptionalLong pid) {
        return new SandboxDetails(
                "s1", true, NetworkMode.POD, Optional.of(netns), pid, false, Optional.empty(), "", Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {%1$s, %2$s, %3$s}                         | /spec
            {'runtimeSpec': null, %2$s, %3$s}          | /metadata
            {'runtimeSpec': {}, %2$s, %3$s}            | /metadata
            {'runtimeSpec': {'linux': {}}, %2$s, %3$s} | /metadata
            {%2$s, %3$s}                               | /metadata
            {%3$s}                                     | /result
            """)
    void takesThePathOfTheNamespaceFromTheFirstPlaceThatTellsIt(String shape, String expected) {
        var spec = "'runtimeSpec': {'linux': {'namespaces': [{'type': 'network', 'path': '/spec'}]}}";
        var metadata = "'sandboxMetadata': {'Metadata': {'NetNSPath': '/metadata'}}";
        var result = "'cniResult': {'Interfaces': {'veth1': {'Sandbox': ''}, 'eth1': {'Sandbox': '/result'}}}";

        var details = parse(json(shape.formatted(spec, metadata, result)));

        assertThat(details.netnsPath()).contains(expected);
        assertThat(details.networkMode()).isEqualTo(NetworkMode.POD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': 'pid'}, {'type': 'network'}",
                "{'type': 'pid'}, {'type': 'network', 'path': ''}",
                "{'type': 'pid'}"
            })
    void takesASpecificationThatGivesTheNetworkNoPathForTheHostsNetwork(String namespaces) {
        var details = parse(json("""
                {'runtimeSpec': {'linux': {'namespaces': [%s]}},
                 'sandboxMetadata': {'Metadata': {'NetNSPath': '/never'}}}""".formatted(namespaces)));

        assertThat(details.networkMode()).isEqualTo(NetworkMode.NODE);
        assertThat(details.netnsPath()).isEmpty();
    }

    @Test
    void believesTheStatusThatTheHostsNetworkIsUsed() {
        var host = LinuxPodSandboxStatus.newBuilder()
                .setNamespaces(Namespace.newBuilder()
                        .setOptions(NamespaceOption.newBuilder().setNetwork(NamespaceMode.NODE)));
        var status = PodSandboxStatus.newBuilder().setId("s1").setLinux(host);

        var details = SandboxInfoParser.parse(PodSandboxStatusResponse.newBuilder()
                .setStatus(status)
                .putInfo("info", resource("containerd-1.json"))
                .build());

        assertThat(details.networkMode()).isEqualTo(NetworkMode.NODE);
        assertThat(details.netnsPath()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "{\"pid\": 4", "<html>"})
    void readsTheStatusWhereTheInfoIsUseless(String info) {
        assertThat(parse(info)).isEqualTo(withoutInfo());
    }

    @Test
    void readsTheStatusWhereThereIsNoInfo() {
        var status = PodSandboxStatus.newBuilder().setId("s1").setState(PodSandboxState.SANDBOX_READY);

        assertThat(SandboxInfoParser.parse(
                        PodSandboxStatusResponse.newBuilder().setStatus(status).build()))
                .isEqualTo(withoutInfo());
    }

    private static SandboxDetails withoutInfo() {
        return new SandboxDetails(
                "s1",
                true,
                NetworkMode.POD,
                Optional.empty(),
                OptionalLong.empty(),
                false,
                Optional.empty(),
                "",
                Optional.empty());
    }

    @Test
    void tellsThatASandboxIsNotReadyAndItsNamespaceClosed() {
        var status = PodSandboxStatus.newBuilder().setState(PodSandboxState.SANDBOX_NOTREADY);

        var details = SandboxInfoParser.parse(PodSandboxStatusResponse.newBuilder()
                .setStatus(status)
                .putInfo("info", json("{'pid': 0, 'netNamespaceClosed': true}"))
                .build());

        assertThat(details.isReady()).isFalse();
        assertThat(details.netnsClosed()).isTrue();
        assertThat(details.pid()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "io.containerd.kata-qemu.v2, '',         '',         true",
        "io.containerd.runc.v2,      kata-clh,   '',         true",
        "io.containerd.runc.v2,      '',         Kata,       true",
        "io.containerd.runc.v2,      nvidia,     '',         false",
        "'',                         '',         '',         false"
    })
    void knowsKataByItsRuntimeTypeOrHandler(String type, String handlerOfStatus, String handlerOfInfo, boolean isKata) {
        var details = SandboxInfoParser.parse(PodSandboxStatusResponse.newBuilder()
                .setStatus(PodSandboxStatus.newBuilder().setRuntimeHandler(handlerOfStatus))
                .putInfo("info", json("{'runtimeType': '%s', 'runtimeHandler': '%s'}".formatted(type, handlerOfInfo)))
                .build());

        assertThat(details.isVirtualMachine()).isEqualTo(isKata);
        assertThat(details.runtimeHandler()).isEqualTo(handlerOfStatus + handlerOfInfo);
    }

    private static SandboxDetails parse(String info) {
        return SandboxInfoParser.parse(PodSandboxStatusResponse.newBuilder()
                .setStatus(PodSandboxStatus.newBuilder().setId("s1").setState(PodSandboxState.SANDBOX_READY))
                .putInfo("info", info)
                .build());
    }

    private static String json(String withSingleQuotes) {
        return withSingleQuotes.replace('\'', '"');
    }

    private static String resource(String name) {
        try (var in = SandboxInfoParserTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

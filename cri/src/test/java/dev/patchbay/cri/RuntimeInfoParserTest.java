package dev.patchbay.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.cri.proto.RuntimeCondition;
import dev.patchbay.cri.proto.RuntimeStatus;
import dev.patchbay.cri.proto.StatusResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RuntimeInfoParserTest {

    @Test
    void tellsWhyTheRuntimeIsNotReady() {
        var status = RuntimeStatus.newBuilder()
                .addConditions(condition("RuntimeReady", true, "", ""))
                .addConditions(condition("NetworkReady", false, "NetworkPluginNotReady", "cni config uninitialized"))
                .addConditions(condition("ContainerdHasNoDeprecationWarnings", false, "Some", "old things"));

        var info = RuntimeInfoParser.parse(
                StatusResponse.newBuilder().setStatus(status).build());

        assertThat(info.isRuntimeReady()).isTrue();
        assertThat(info.isNetworkReady()).isFalse();
        assertThat(info.problem()).isEqualTo("NetworkReady: NetworkPluginNotReady cni config uninitialized");
        assertThat(info.conditions())
                .contains(new RuntimeInfo.Condition(
                        "NetworkReady", false, "NetworkPluginNotReady", "cni config uninitialized"));
    }

    @Test
    void isNotReadyWhereTheRuntimeSaysNothing() {
        var info = RuntimeInfoParser.parse(StatusResponse.getDefaultInstance());

        assertThat(info.isRuntimeReady()).isFalse();
        assertThat(info.isNetworkReady()).isFalse();
        assertThat(info.problem()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void findsTheCniDirectories(String runtime, Map<String, String> info, List<String> binDirs, String confDir) {
        var parsed = RuntimeInfoParser.parse(
                StatusResponse.newBuilder().putAllInfo(info).build());

        assertThat(parsed.cniBinDirs()).isEqualTo(binDirs);
        assertThat(parsed.cniConfDir()).isEqualTo(confDir.isEmpty() ? Optional.empty() : Optional.of(confDir));
    }

    static Stream<Arguments> findsTheCniDirectories() {
        var configured = "{\"cni\": {\"binDir\": \"/opt/cni/bin\", \"confDir\": \"/etc/cni/net.d\"}}";
        return Stream.of(
                Arguments.of(
                        "containerd: what is in use wins",
                        Map.of(
                                "config",
                                configured,
                                "cniconfig",
                                "{\"PluginDirs\": [\"/a\", \"/b\"], \"PluginConfDir\": \"/c\"}"),
                        List.of("/a", "/b"),
                        "/c"),
                Arguments.of(
                        "containerd: configuration only",
                        Map.of("config", configured, "cniconfig", ""),
                        List.of("/opt/cni/bin"),
                        "/etc/cni/net.d"),
                Arguments.of(
                        "containerd 2.1: several directories",
                        Map.of("config", "{\"cni\": {\"binDir\": \"\", \"binDirs\": [\"/x\", \"/y\"]}}"),
                        List.of("/x", "/y"),
                        ""),
                Arguments.of("CRI-O", Map.of("config", "{\"sandboxImage\": \"pause\"}"), List.of(), ""),
                Arguments.of("no info", Map.of(), List.of(), ""));
    }

    private static RuntimeCondition condition(String type, boolean status, String reason, String message) {
        return RuntimeCondition.newBuilder()
                .setType(type)
                .setStatus(status)
                .setReason(reason)
                .setMessage(message)
                .build();
    }
}

package dev.patchbay.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.cri.proto.PodSandbox;
import dev.patchbay.cri.proto.PodSandboxMetadata;
import dev.patchbay.cri.proto.PodSandboxState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SandboxesTest {

    private static final String UID = "uid-1";

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void choosesTheNewestThatIsReady(String rule, List<Sandbox> sandboxes, String chosen) {
        assertThat(Sandboxes.present(UID, sandboxes).map(Sandbox::id).orElse(""))
                .isEqualTo(chosen);
    }

    static List<Arguments> choosesTheNewestThatIsReady() {
        return List.of(
                Arguments.of("none at all", List.of(), ""),
                Arguments.of("none ready", List.of(dead("a", 0, 10), dead("b", 1, 20)), ""),
                Arguments.of("the only ready one", List.of(dead("a", 1, 20), ready("b", 0, 10)), "b"),
                Arguments.of("attempt before time", List.of(ready("a", 2, 10), ready("b", 1, 99)), "a"),
                Arguments.of("then time", List.of(ready("a", 1, 10), ready("b", 1, 11), ready("c", 1, 9)), "b"),
                Arguments.of("another pod's", List.of(sandbox("a", "uid-2", 5, 50, Sandbox.State.READY)), ""));
    }

    @Test
    void asksForTheReadySandboxesOfOnePod() {
        var filter = Sandboxes.readyOf(UID).getFilter();

        assertThat(filter.hasState()).isTrue();
        assertThat(filter.getState().getState()).isEqualTo(PodSandboxState.SANDBOX_READY);
        assertThat(filter.getLabelSelectorMap()).isEqualTo(Map.of("io.kubernetes.pod.uid", UID));
    }

    @Test
    void readsASandboxOfTheList() {
        var item = PodSandbox.newBuilder()
                .setId("abc")
                .setMetadata(PodSandboxMetadata.newBuilder()
                        .setNamespace("shop")
                        .setName("web-0")
                        .setUid(UID)
                        .setAttempt(3))
                .setState(PodSandboxState.SANDBOX_NOTREADY)
                .setCreatedAt(1_700_000_000_000_000_000L)
                .putLabels("app", "web")
                .setRuntimeHandler("runc")
                .build();

        assertThat(Sandboxes.from(item))
                .isEqualTo(new Sandbox(
                        "abc",
                        "shop",
                        "web-0",
                        UID,
                        3,
                        1_700_000_000_000_000_000L,
                        Sandbox.State.NOT_READY,
                        Map.of("app", "web"),
                        "runc"));
    }

    private static Sandbox ready(String id, int attempt, long createdAt) {
        return sandbox(id, UID, attempt, createdAt, Sandbox.State.READY);
    }

    private static Sandbox dead(String id, int attempt, long createdAt) {
        return sandbox(id, UID, attempt, createdAt, Sandbox.State.NOT_READY);
    }

    private static Sandbox sandbox(String id, String uid, int attempt, long createdAt, Sandbox.State state) {
        return new Sandbox(id, "shop", "web-0", uid, attempt, createdAt, state, Map.of(), "");
    }
}

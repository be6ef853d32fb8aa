package dev.patchbay.verticles.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.multus.nad.PodRef;
import dev.patchbay.verticles.bus.Condition;
import dev.patchbay.verticles.bus.PodSnapshot;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodSnapshotsTest {

    @Test
    void readsARunningPod() {
        var pod = new PodBuilder(bare())
                .editMetadata()
                .addToAnnotations("k8s.v1.cni.cncf.io/networks", "a")
                .addToAnnotations("k8s.v1.cni.cncf.io/network-status", "[]")
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .addNewPodIP("10.0.0.7")
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .addNewCondition()
                .withType("patchbay.dev/NetworksReady")
                .withStatus("False")
                .withReason("InterfacesNotReady")
                .withMessage("net1: busy")
                .endCondition()
                .addNewContainerStatus()
                .withName("b")
                .withContainerID("containerd://2")
                .withRestartCount(1)
                .endContainerStatus()
                .addNewContainerStatus()
                .withName("a")
                .withContainerID("containerd://1")
                .withRestartCount(0)
                .endContainerStatus()
                .endStatus()
                .build();

        assertThat(PodSnapshots.of(generic(pod)))
                .isEqualTo(new PodSnapshot(
                        new PodRef("ns1", "web", "u1"),
                        42,
                        false,
                        false,
                        false,
                        true,
                        false,
                        false,
                        "a=containerd://1#0,b=containerd://2#1/10.0.0.7",
                        Optional.of("a"),
                        Optional.of("[]"),
                        Optional.of(new Condition(false, "InterfacesNotReady", "net1: busy"))));
    }

    @Test
    void readsAPodOfWhichNothingIsKnownYet() {
        var snapshot = PodSnapshots.of(generic(bare()));

        assertThat(snapshot.hasAddresses()).isFalse();
        assertThat(snapshot.finished()).isFalse();
        assertThat(snapshot.networks()).isEmpty();
        assertThat(snapshot.condition()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"Pending, false", "Running, false", "Succeeded, true", "Failed, true", "Unknown, false"})
    void knowsWhetherAPodIsFinished(String phase, boolean isFinished) {
        var snapshot = of(pod -> pod.withNewStatus().withPhase(phase).endStatus());

        assertThat(snapshot.finished()).isEqualTo(isFinished);
    }

    @Test
    void knowsTheHostsNetworkAndDeletion() {
        assertThat(of(pod -> pod.withNewSpec().withHostNetwork(true).endSpec()).hostNetwork())
                .isTrue();
        assertThat(of(pod -> pod.editMetadata()
                                .withDeletionTimestamp("2026-12-01T00:00:00Z")
                                .endMetadata())
                        .deleting())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"api, false", "file, true", "http, true"})
    void knowsStaticPodsByTheirSource(String source, boolean isStatic) {
        var snapshot = of(pod -> pod.editMetadata()
                .addToAnnotations("kubernetes.io/config.source", source)
                .endMetadata());

        assertThat(snapshot.staticPod()).isEqualTo(isStatic);
    }

    @ParameterizedTest
    @CsvSource({"virt-launcher, true", "hotplug-disk, false"})
    void knowsLaunchersOfVirtualMachines(String role, boolean isLauncher) {
        var snapshot =
                of(pod -> pod.editMetadata().addToLabels("kubevirt.io", role).endMetadata());

        assertThat(snapshot.virtualMachine()).isEqualTo(isLauncher);
    }

    @Test
    void differsWhenAContainerWasStartedAnewButNotByItsVersionAlone() {
        var once = of(pod -> running(pod, 0));

        assertThat(once.sameAs(of(pod ->
                        running(pod, 0).editMetadata().withResourceVersion("43").endMetadata())))
                .isTrue();
        assertThat(once.sameAs(of(pod -> running(pod, 1)))).isFalse();
    }

    private static PodBuilder running(PodBuilder pod, int restarts) {
        return pod.withNewStatus()
                .addNewContainerStatus()
                .withName("a")
                .withRestartCount(restarts)
                .endContainerStatus()
                .endStatus();
    }

    private static PodSnapshot of(UnaryOperator<PodBuilder> change) {
        return PodSnapshots.of(generic(change.apply(new PodBuilder(bare())).build()));
    }

    /** As it comes from the API server: the same JSON, read as a tree. */
    private static GenericKubernetesResource generic(Pod pod) {
        return Serialization.unmarshal(Serialization.asJson(pod), GenericKubernetesResource.class);
    }

    private static Pod bare() {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("ns1")
                .withName("web")
                .withUid("u1")
                .withResourceVersion("42")
                .endMetadata()
                .build();
    }
}

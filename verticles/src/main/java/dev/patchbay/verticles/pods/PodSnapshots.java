package dev.patchbay.verticles.pods;

import dev.patchbay.annotations.Keys;
import dev.patchbay.multus.nad.PodRef;
import dev.patchbay.verticles.bus.Condition;
import dev.patchbay.verticles.bus.PodSnapshot;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** From the API server's pod to what Patchbay cares about. Pure functions. */
public final class PodSnapshots {

    private static final String CONFIG_SOURCE = "kubernetes.io/config.source";
    private static final String KUBEVIRT_ROLE = "kubevirt.io";
    private static final String LAUNCHER = "virt-launcher";

    private PodSnapshots() {}

    /** Returns the snapshot of {@code pod}. */
    public static PodSnapshot of(Pod pod) {
        var meta = pod.getMetadata();
        var annotations = Optional.ofNullable(meta.getAnnotations()).orElse(Map.of());
        var labels = Optional.ofNullable(meta.getLabels()).orElse(Map.of());
        var status = Optional.ofNullable(pod.getStatus()).orElseGet(PodStatus::new);
        return new PodSnapshot(
                new PodRef(meta.getNamespace(), meta.getName(), meta.getUid()),
                version(meta.getResourceVersion()),
                pod.getSpec() != null && Boolean.TRUE.equals(pod.getSpec().getHostNetwork()),
                "Succeeded".equals(status.getPhase()) || "Failed".equals(status.getPhase()),
                meta.getDeletionTimestamp() != null,
                !status.getPodIPs().isEmpty(),
                !annotations.getOrDefault(CONFIG_SOURCE, "api").equals("api"),
                LAUNCHER.equals(labels.get(KUBEVIRT_ROLE)),
                runs(status),
                Optional.ofNullable(annotations.get(Keys.NETWORKS)),
                Optional.ofNullable(annotations.get(Keys.NETWORK_STATUS)),
                condition(status));
    }

    private static long version(String resourceVersion) {
        try {
            return Long.parseLong(resourceVersion);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String runs(PodStatus status) {
        return status.getContainerStatuses().stream()
                        .map(PodSnapshots::run)
                        .sorted()
                        .collect(Collectors.joining(","))
                + "/"
                + status.getPodIPs().stream().map(ip -> ip.getIp()).collect(Collectors.joining(","));
    }

    private static String run(ContainerStatus container) {
        return container.getName() + "=" + container.getContainerID() + "#" + container.getRestartCount();
    }

    private static Optional<Condition> condition(PodStatus status) {
        return status.getConditions().stream()
                .filter(c -> Condition.TYPE.equals(c.getType()))
                .findFirst()
                .map(c -> new Condition(
                        "True".equals(c.getStatus()),
                        Optional.ofNullable(c.getReason()).orElse(""),
                        Optional.ofNullable(c.getMessage()).orElse("")));
    }
}

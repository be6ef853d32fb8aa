package dev.patchbay.verticles.pods;

import dev.patchbay.annotations.Keys;
import dev.patchbay.multus.nad.PodRef;
import dev.patchbay.verticles.bus.Condition;
import dev.patchbay.verticles.bus.PodSnapshot;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * From the API server's pod to what Patchbay cares about. Pure functions. The client's typed model of a pod is a thousand
 * classes, of which a dozen fields are wanted here: a pod is read as the tree that it is.
 */
public final class PodSnapshots {

    /** How the client finds pods. */
    public static final ResourceDefinitionContext RESOURCE = new ResourceDefinitionContext.Builder()
            .withVersion("v1")
            .withKind("Pod")
            .withPlural("pods")
            .withNamespaced(true)
            .build();

    private static final String CONFIG_SOURCE = "kubernetes.io/config.source";
    private static final String KUBEVIRT_ROLE = "kubevirt.io";
    private static final String LAUNCHER = "virt-launcher";

    private PodSnapshots() {}

    /** Returns the snapshot of {@code pod}. */
    public static PodSnapshot of(GenericKubernetesResource pod) {
        var meta = pod.getMetadata();
        var annotations = Optional.ofNullable(meta.getAnnotations()).orElse(Map.of());
        var labels = Optional.ofNullable(meta.getLabels()).orElse(Map.of());
        var phase = pod.get("status", "phase");
        return new PodSnapshot(
                new PodRef(meta.getNamespace(), meta.getName(), meta.getUid()),
                version(meta.getResourceVersion()),
                Boolean.TRUE.equals(pod.get("spec", "hostNetwork")),
                "Succeeded".equals(phase) || "Failed".equals(phase),
                meta.getDeletionTimestamp() != null,
                statusList(pod, "podIPs").findAny().isPresent(),
                !annotations.getOrDefault(CONFIG_SOURCE, "api").equals("api"),
                LAUNCHER.equals(labels.get(KUBEVIRT_ROLE)),
                runs(pod),
                Optional.ofNullable(annotations.get(Keys.NETWORKS)),
                Optional.ofNullable(annotations.get(Keys.NETWORK_STATUS)),
                condition(pod));
    }

    private static long version(String resourceVersion) {
        try {
            return Long.parseLong(resourceVersion);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String runs(GenericKubernetesResource pod) {
        return statusList(pod, "containerStatuses")
                        .map(PodSnapshots::run)
                        .sorted()
                        .collect(Collectors.joining(","))
                + "/"
                + statusList(pod, "podIPs").map(ip -> text(ip, "ip")).collect(Collectors.joining(","));
    }

    private static String run(Map<String, Object> container) {
        return text(container, "name") + "=" + text(container, "containerID") + "#" + text(container, "restartCount");
    }

    private static Optional<Condition> condition(GenericKubernetesResource pod) {
        return statusList(pod, "conditions")
                .filter(c -> Condition.TYPE.equals(c.get("type")))
                .findFirst()
                .map(c -> new Condition("True".equals(c.get("status")), text(c, "reason"), text(c, "message")));
    }

    private static Stream<Map<String, Object>> statusList(GenericKubernetesResource pod, String field) {
        List<Map<String, Object>> list = pod.get("status", field);
        return Stream.ofNullable(list).flatMap(List::stream);
    }

    private static String text(Map<String, Object> object, String field) {
        return Objects.toString(object.get(field), "");
    }
}

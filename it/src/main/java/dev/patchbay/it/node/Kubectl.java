package dev.patchbay.it.node;

import dev.patchbay.annotations.Keys;
import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.annotations.status.NetworkStatuses;
import dev.patchbay.annotations.status.ParsedStatuses;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a user does with the API server, and sees there. */
public final class Kubectl {

    private static final ResourceDefinitionContext NADS = new ResourceDefinitionContext.Builder()
            .withGroup("k8s.cni.cncf.io")
            .withVersion("v1")
            .withKind("NetworkAttachmentDefinition")
            .withPlural("network-attachment-definitions")
            .withNamespaced(true)
            .build();

    private static final PatchContext MERGE =
            new PatchContext.Builder().withPatchType(PatchType.JSON_MERGE).build();

    private final KubernetesClient client;

    Kubectl(KubernetesClient client) {
        this.client = client;
    }

    /** Creates a NAD; an empty config leaves {@code spec} empty. */
    public void createNad(String namespace, String name, String config) {
        var nad = new GenericKubernetesResource();
        nad.setApiVersion("k8s.cni.cncf.io/v1");
        nad.setKind("NetworkAttachmentDefinition");
        nad.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        nad.setAdditionalProperties(Map.of("spec", config.isEmpty() ? Map.of() : Map.of("config", config)));
        client.genericKubernetesResources(NADS)
                .inNamespace(namespace)
                .resource(nad)
                .create();
    }

    /** Changes a NAD's configuration. */
    public void editNad(String namespace, String name, String config) {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("spec").put("config", config);
        client.genericKubernetesResources(NADS)
                .inNamespace(namespace)
                .withName(name)
                .patch(MERGE, patch.toString());
    }

    /** Deletes a NAD. */
    public void deleteNad(String namespace, String name) {
        client.genericKubernetesResources(NADS)
                .inNamespace(namespace)
                .withName(name)
                .delete();
    }

    /** Sets the networks annotation. */
    public void annotate(TestPod pod, String networks) {
        annotate(pod, Keys.NETWORKS, networks);
    }

    /** Sets an annotation. */
    public void annotate(TestPod pod, String key, String value) {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").putObject("annotations").put(key, value);
        resource(pod).patch(MERGE, patch.toString());
    }

    /** Removes an annotation. */
    public void removeAnnotation(TestPod pod, String key) {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").putObject("annotations").putNull(key);
        resource(pod).patch(MERGE, patch.toString());
    }

    /** Returns the pod as it is now; empty where there is none of that UID. */
    public Optional<Pod> get(TestPod pod) {
        return Optional.ofNullable(resource(pod).get())
                .filter(p -> p.getMetadata().getUid().equals(pod.uid()));
    }

    /** Returns the pod's network-status. */
    public List<NetworkStatus> networkStatus(TestPod pod) {
        return get(pod).map(Kubectl::networkStatus).orElse(List.of());
    }

    /** Returns the network-status of a pod as read. */
    public static List<NetworkStatus> networkStatus(Pod pod) {
        return switch (NetworkStatuses.parse(annotation(pod, Keys.NETWORK_STATUS))) {
            case ParsedStatuses.Valid valid -> valid.entries();
            case ParsedStatuses.Invalid invalid -> throw new IllegalStateException(invalid.message());
        };
    }

    /** Returns the secondary interfaces in the pod's network-status. */
    public static List<String> interfaces(Pod pod) {
        return networkStatus(pod).stream()
                .filter(entry -> !entry.isDefault())
                .map(entry -> entry.interfaceName().orElse(""))
                .toList();
    }

    /**
     * Waits, by a watch, until the pod is as wanted; fails with what it was at last. {@code wanted} runs on the client's
     * event loop: it must look at the pod given and ask nobody else.
     */
    public Pod await(TestPod pod, String what, Duration limit, Predicate<Pod> wanted) {
        try {
            return resource(pod)
                    .waitUntilCondition(
                            p -> p != null && p.getMetadata().getUid().equals(pod.uid()) && wanted.test(p),
                            limit.toMillis(),
                            TimeUnit.MILLISECONDS);
        } catch (RuntimeException e) {
            throw new AssertionError(
                    "pod %s: not within %s: %s; network-status %s; condition %s; events %s"
                            .formatted(
                                    pod,
                                    limit,
                                    what,
                                    get(pod).map(p -> annotation(p, Keys.NETWORK_STATUS)),
                                    condition(pod).map(c -> c.getStatus() + " " + c.getMessage()),
                                    eventLines(pod)),
                    e);
        }
    }

    /** Waits until network-status lists exactly these secondary interfaces, in this order. */
    public Pod awaitInterfaces(TestPod pod, String... names) {
        return await(
                pod,
                "interfaces " + List.of(names),
                Duration.ofSeconds(20),
                p -> interfaces(p).equals(List.of(names)));
    }

    /** Waits until the NetworksReady condition has a status and its message contains a text. */
    public Pod awaitCondition(TestPod pod, String status, String text) {
        return await(
                pod,
                "condition %s with \"%s\"".formatted(status, text),
                Duration.ofSeconds(20),
                p -> condition(p)
                        .filter(c ->
                                c.getStatus().equals(status) && c.getMessage().contains(text))
                        .isPresent());
    }

    /** Returns the NetworksReady condition. */
    public Optional<PodCondition> condition(TestPod pod) {
        return get(pod).flatMap(Kubectl::condition);
    }

    /** Returns the NetworksReady condition of a pod as read. */
    public static Optional<PodCondition> condition(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .filter(c -> c.getType().equals("patchbay.dev/NetworksReady"))
                .findFirst();
    }

    /** Returns the Events about the pod. */
    public List<Event> events(TestPod pod) {
        return client.v1().events().inNamespace(pod.namespace()).list().getItems().stream()
                .filter(e -> pod.uid().equals(e.getInvolvedObject().getUid()))
                .toList();
    }

    /** Returns the Events about the pod as "reason message". */
    public List<String> eventLines(TestPod pod) {
        return events(pod).stream()
                .map(e -> e.getReason() + " " + e.getMessage())
                .toList();
    }

    /** Deletes the pod's object. */
    public void deletePod(TestPod pod) {
        resource(pod).delete();
    }

    /** Patches the pod's status, as the kubelet does. */
    public void patchStatus(TestPod pod, String strategicMergePatch) {
        resource(pod)
                .subresource("status")
                .patch(
                        new PatchContext.Builder()
                                .withPatchType(PatchType.STRATEGIC_MERGE)
                                .build(),
                        strategicMergePatch);
    }

    /** Changes the pod's metadata by a merge patch. */
    public void patch(TestPod pod, String mergePatch) {
        resource(pod).patch(MERGE, mergePatch);
    }

    private static String annotation(Pod pod, String key) {
        return Optional.ofNullable(pod.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(key))
                .orElse("");
    }

    private PodResource resource(TestPod pod) {
        return client.pods().inNamespace(pod.namespace()).withName(pod.name());
    }
}

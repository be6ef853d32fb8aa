package dev.patchbay.verticles.status;

import dev.patchbay.verticles.bus.PodEvent;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** What Events look like for the API server. Pure functions. */
final class EventObjects {

    /** How the client finds Events. */
    static final ResourceDefinitionContext RESOURCE = new ResourceDefinitionContext.Builder()
            .withVersion("v1")
            .withKind("Event")
            .withPlural("events")
            .withNamespaced(true)
            .build();

    private static final String COUNT = "count";
    private static final String COMPONENT = "patchbay";

    /** The longest message that the API server takes. */
    private static final int MESSAGE_LIMIT = 1024;

    private EventObjects() {}

    /** Returns the Event for something that was not told before. */
    static GenericKubernetesResource first(PodEvent event, String name, String nodeName, Instant now) {
        var pod = event.pod();
        return new GenericKubernetesResourceBuilder()
                .withApiVersion("v1")
                .withKind("Event")
                .withNewMetadata()
                .withNamespace(pod.namespace())
                .withName(name)
                .endMetadata()
                .addToAdditionalProperties(
                        "involvedObject",
                        Map.of(
                                "apiVersion", "v1",
                                "kind", "Pod",
                                "namespace", pod.namespace(),
                                "name", pod.name(),
                                "uid", pod.uid()))
                .addToAdditionalProperties("type", event.reason().isWarning() ? "Warning" : "Normal")
                .addToAdditionalProperties("reason", event.reason().name())
                .addToAdditionalProperties("message", shortened(event.message()))
                .addToAdditionalProperties("source", Map.of("component", COMPONENT, "host", nodeName))
                .addToAdditionalProperties("reportingComponent", "patchbay.dev/agent")
                .addToAdditionalProperties("reportingInstance", nodeName)
                .addToAdditionalProperties("firstTimestamp", text(now))
                .addToAdditionalProperties("lastTimestamp", text(now))
                .addToAdditionalProperties(COUNT, 1)
                .build();
    }

    /** Returns the patch that counts the same once more. */
    static String again(GenericKubernetesResource earlier, Instant now) {
        int count = earlier.get(COUNT);
        return "{\"count\":%d,\"lastTimestamp\":\"%s\"}".formatted(count + 1, text(now));
    }

    private static String shortened(String message) {
        return message.length() <= MESSAGE_LIMIT ? message : message.substring(0, MESSAGE_LIMIT - 1) + "…";
    }

    private static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

package dev.patchbay.verticles.status;

import dev.patchbay.verticles.bus.PodEvent;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Writes Events. One that says the same again about the same pod raises the count of the first, as the kubelet's do.
 * Confined to one thread.
 */
final class EventWriter {

    private static final String COMPONENT = "patchbay";

    /** How many Events are remembered for counting. */
    private static final int REMEMBERED = 1024;

    /** The longest message that the API server takes. */
    private static final int MESSAGE_LIMIT = 1024;

    private final KubernetesClient client;
    private final String nodeName;
    private final Clock clock;

    private final Map<PodEvent, Event> written = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<PodEvent, Event> eldest) {
            return size() > REMEMBERED;
        }
    };

    EventWriter(KubernetesClient client, String nodeName, Clock clock) {
        this.client = client;
        this.nodeName = nodeName;
        this.clock = clock;
    }

    void write(PodEvent event) {
        var earlier = written.get(event);
        written.put(event, earlier == null ? create(event) : countUp(event, earlier));
    }

    private Event countUp(PodEvent event, Event earlier) {
        var again = client.v1()
                .events()
                .inNamespace(event.pod().namespace())
                .withName(earlier.getMetadata().getName())
                .patch("{\"count\":%d,\"lastTimestamp\":\"%s\"}".formatted(earlier.getCount() + 1, now()));
        return again == null ? create(event) : again;
    }

    private Event create(PodEvent event) {
        var pod = event.pod();
        var name = "%s.%s".formatted(pod.name(), UUID.randomUUID().toString().substring(0, 18));
        var text = event.message().length() <= MESSAGE_LIMIT
                ? event.message()
                : event.message().substring(0, MESSAGE_LIMIT - 1) + "…";
        return client.v1()
                .events()
                .inNamespace(pod.namespace())
                .resource(new EventBuilder()
                        .withNewMetadata()
                        .withNamespace(pod.namespace())
                        .withName(name)
                        .endMetadata()
                        .withNewInvolvedObject()
                        .withApiVersion("v1")
                        .withKind("Pod")
                        .withNamespace(pod.namespace())
                        .withName(pod.name())
                        .withUid(pod.uid())
                        .endInvolvedObject()
                        .withType(event.reason().isWarning() ? "Warning" : "Normal")
                        .withReason(event.reason().name())
                        .withMessage(text)
                        .withNewSource()
                        .withComponent(COMPONENT)
                        .withHost(nodeName)
                        .endSource()
                        .withReportingComponent("patchbay.dev/agent")
                        .withReportingInstance(nodeName)
                        .withFirstTimestamp(now())
                        .withLastTimestamp(now())
                        .withCount(1)
                        .build())
                .create();
    }

    private String now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

package dev.patchbay.verticles.status;

import dev.patchbay.verticles.bus.PodEvent;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What Events look like for the API server. Pure functions. */
final class EventObjects {

    private static final String COMPONENT = "patchbay";

    /** The longest message that the API server takes. */
    private static final int MESSAGE_LIMIT = 1024;

    private EventObjects() {}

    /** Returns the Event for something that was not told before. */
    static Event first(PodEvent event, String name, String nodeName, Instant now) {
        var pod = event.pod();
        return new EventBuilder()
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
                .withMessage(shortened(event.message()))
                .withNewSource()
                .withComponent(COMPONENT)
                .withHost(nodeName)
                .endSource()
                .withReportingComponent("patchbay.dev/agent")
                .withReportingInstance(nodeName)
                .withFirstTimestamp(text(now))
                .withLastTimestamp(text(now))
                .withCount(1)
                .build();
    }

    /** Returns the patch that counts the same once more. */
    static String again(Event earlier, Instant now) {
        return "{\"count\":%d,\"lastTimestamp\":\"%s\"}".formatted(earlier.getCount() + 1, text(now));
    }

    private static String shortened(String message) {
        return message.length() <= MESSAGE_LIMIT ? message : message.substring(0, MESSAGE_LIMIT - 1) + "…";
    }

    private static String text(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

package dev.patchbay.verticles.status;

import dev.patchbay.verticles.bus.PodEvent;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes Events. One that says the same again about the same pod raises the count of the first, as the kubelet's do.
 * Confined to one thread.
 */
final class EventWriter {

    /** How many Events are remembered for counting. */
    private static final int REMEMBERED = 1024;

    private static final int NOT_FOUND = 404;

    private final KubernetesClient client;
    private final String nodeName;
    private final Clock clock;

    private final Map<PodEvent, GenericKubernetesResource> written = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<PodEvent, GenericKubernetesResource> eldest) {
            return size() > REMEMBERED;
        }
    };

    EventWriter(KubernetesClient client, String nodeName, Clock clock) {
        this.client = client;
        this.nodeName = nodeName;
        this.clock = clock;
    }

    void write(PodEvent event) {
        var counted = Optional.ofNullable(written.get(event)).flatMap(this::countUp);
        written.put(event, counted.orElseGet(() -> create(event)));
    }

    /** Returns the Event as it is now; empty where the API server no longer has it: they last an hour. */
    private Optional<GenericKubernetesResource> countUp(GenericKubernetesResource earlier) {
        try {
            return Optional.ofNullable(client.genericKubernetesResources(EventObjects.RESOURCE)
                    .inNamespace(earlier.getMetadata().getNamespace())
                    .withName(earlier.getMetadata().getName())
                    .patch(EventObjects.again(earlier, clock.instant())));
        } catch (KubernetesClientException e) {
            if (e.getCode() == NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private GenericKubernetesResource create(PodEvent event) {
        var name = "%s.%s"
                .formatted(event.pod().name(), UUID.randomUUID().toString().substring(0, 18));
        return client.genericKubernetesResources(EventObjects.RESOURCE)
                .inNamespace(event.pod().namespace())
                .resource(EventObjects.first(event, name, nodeName, clock.instant()))
                .create();
    }
}

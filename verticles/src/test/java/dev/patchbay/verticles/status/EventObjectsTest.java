package dev.patchbay.verticles.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.multus.nad.PodRef;
import dev.patchbay.verticles.bus.PodEvent;
import dev.patchbay.verticles.bus.PodEvent.Reason;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventObjectsTest {

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00.789Z");

    @Test
    void isAboutThePod() {
        var event = first(Reason.AddedInterface, "added net1");

        assertThat(event.getMetadata().getName()).isEqualTo("web.1");
        assertThat(event.getMetadata().getNamespace()).isEqualTo("ns1");
        assertThat(event.<String>get("involvedObject", "kind")).isEqualTo("Pod");
        assertThat(event.<String>get("involvedObject", "name")).isEqualTo("web");
        assertThat(event.<String>get("involvedObject", "uid")).isEqualTo("u1");
        assertThat(event.<String>get("source", "host")).isEqualTo("n1");
        assertThat(event.<String>get("firstTimestamp")).isEqualTo("2026-12-01T00:00:00Z");
        assertThat(message(event)).isEqualTo("added net1");
        assertThat(event.<Integer>get("count")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "AddedInterface,           Normal",
        "RemovedInterface,         Normal",
        "UnknownInterfaceLeft,     Normal",
        "FailedAddingInterface,    Warning",
        "FailedRemovingInterface,  Warning",
        "InterfaceAddRejected,     Warning",
        "InvalidNetworksAnnotation, Warning"
    })
    void warnsOfWhatWentWrong(Reason reason, String type) {
        var event = first(reason, "");

        assertThat(event.<String>get("type")).isEqualTo(type);
        assertThat(event.<String>get("reason")).isEqualTo(reason.name());
    }

    @Test
    void shortensAMessageToWhatTheApiServerTakes() {
        assertThat(message(first(Reason.AddedInterface, "x".repeat(1024)))).isEqualTo("x".repeat(1024));
        assertThat(message(first(Reason.AddedInterface, "x".repeat(1025))))
                .hasSize(1024)
                .endsWith("x…");
    }

    @Test
    void countsWhatIsToldAgain() {
        var earlier = first(Reason.AddedInterface, "added net1");
        earlier.setAdditionalProperty("count", 4);

        assertThat(EventObjects.again(earlier, NOW.plusSeconds(60)))
                .isEqualTo("{\"count\":5,\"lastTimestamp\":\"2026-12-01T00:01:00Z\"}");
    }

    private static GenericKubernetesResource first(Reason reason, String message) {
        return EventObjects.first(new PodEvent(new PodRef("ns1", "web", "u1"), reason, message), "web.1", "n1", NOW);
    }

    private static String message(GenericKubernetesResource event) {
        return event.get("message");
    }
}

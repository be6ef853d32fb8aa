package dev.patchbay.verticles.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.multus.nad.PodRef;
import dev.patchbay.verticles.bus.PodEvent;
import dev.patchbay.verticles.bus.PodEvent.Reason;
import io.fabric8.kubernetes.api.model.Event;
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
        assertThat(event.getInvolvedObject().getKind()).isEqualTo("Pod");
        assertThat(event.getInvolvedObject().getName()).isEqualTo("web");
        assertThat(event.getInvolvedObject().getUid()).isEqualTo("u1");
        assertThat(event.getSource().getHost()).isEqualTo("n1");
        assertThat(event.getFirstTimestamp()).isEqualTo("2026-12-01T00:00:00Z");
        assertThat(event.getMessage()).isEqualTo("added net1");
        assertThat(event.getCount()).isEqualTo(1);
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

        assertThat(event.getType()).isEqualTo(type);
        assertThat(event.getReason()).isEqualTo(reason.name());
    }

    @Test
    void shortensAMessageToWhatTheApiServerTakes() {
        assertThat(first(Reason.AddedInterface, "x".repeat(1024)).getMessage()).isEqualTo("x".repeat(1024));
        assertThat(first(Reason.AddedInterface, "x".repeat(1025)).getMessage())
                .hasSize(1024)
                .endsWith("x…");
    }

    @Test
    void countsWhatIsToldAgain() {
        var earlier = first(Reason.AddedInterface, "added net1");
        earlier.setCount(4);

        assertThat(EventObjects.again(earlier, NOW.plusSeconds(60)))
                .isEqualTo("{\"count\":5,\"lastTimestamp\":\"2026-12-01T00:01:00Z\"}");
    }

    private static Event first(Reason reason, String message) {
        return EventObjects.first(new PodEvent(new PodRef("ns1", "web", "u1"), reason, message), "web.1", "n1", NOW);
    }
}

package dev.patchbay.verticles.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.multus.nad.PodRef;
import dev.patchbay.verticles.bus.Condition;
import dev.patchbay.verticles.bus.StatusWrite;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

class StatusPatchTest {

    private static final PodRef WEB = new PodRef("ns1", "web", "u1");
    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00.789Z");

    @Test
    void writesAnnotationAndConditionUnderTheGuardOfTheUid() throws JacksonException {
        var condition = new Condition(false, "InterfacesNotReady", "net1 (ns1/a): \"busy\"");

        assertThat(patch(Optional.of("[{\"name\": \"x\"}]"), Optional.of(condition)))
                .isEqualTo("""
                        {"metadata":{"uid":"u1","annotations":{"k8s.v1.cni.cncf.io/network-status":"[{\\"name\\": \\"x\\"}]"}},\
                        "status":{"conditions":[{"type":"patchbay.dev/NetworksReady","status":"False",\
                        "reason":"InterfacesNotReady","message":"net1 (ns1/a): \\"busy\\"",\
                        "lastTransitionTime":"2026-12-01T00:00:00Z"}]}}""");
    }

    @Test
    void leavesOutWhatIsToBeLeft() throws JacksonException {
        assertThat(patch(Optional.of("[]"), Optional.empty()))
                .isEqualTo(
                        "{\"metadata\":{\"uid\":\"u1\",\"annotations\":{\"k8s.v1.cni.cncf.io/network-status\":\"[]\"}}}");
        assertThat(patch(Optional.empty(), Optional.of(new Condition(true, "AllInterfacesReady", ""))))
                .startsWith("{\"metadata\":{\"uid\":\"u1\"},\"status\":{\"conditions\":[{")
                .contains("\"status\":\"True\"");
    }

    /** Kubernetes' rule: the time tells when the status turned, not when the message changed. */
    @Test
    void keepsTheTransitionTimeWhileTheStatusStays() {
        var condition = new Condition(false, "InterfacesNotReady", "another reason");

        assertThat(StatusPatch.of(new StatusWrite(WEB, Optional.empty(), Optional.of(condition), false), NOW))
                .contains("another reason")
                .doesNotContain("lastTransitionTime");
    }

    private static String patch(Optional<String> status, Optional<Condition> condition) throws JacksonException {
        var patch = StatusPatch.of(new StatusWrite(WEB, status, condition, true), NOW);
        return new JsonMapper().readTree(patch).toString();
    }
}

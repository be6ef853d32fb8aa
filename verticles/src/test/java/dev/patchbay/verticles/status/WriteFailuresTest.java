package dev.patchbay.verticles.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.verticles.bus.StatusWritten;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteFailuresTest {

    @ParameterizedTest
    @CsvSource({
        "404, pods \"web\" not found",
        "422, 'Pod \"web\" is invalid: metadata.uid: Invalid value: \"u1\": field is immutable'"
    })
    void takesThePodForGone(int code, String message) {
        assertThat(WriteFailures.outcome(refusal(code, message))).isEqualTo(new StatusWritten.PodGone());
    }

    @ParameterizedTest
    @CsvSource({
        "409, 'Operation cannot be fulfilled on pods \"web\": the object has been modified'",
        "422, 'Pod \"web\" is invalid: metadata.annotations: Too long: must have at most 262144 bytes'",
        "403, pods \"web\" is forbidden",
        "429, too many requests",
        "500, etcdserver: request timed out"
    })
    void triesAgainWhateverElseTheApiServerRefuses(int code, String message) {
        assertThat(WriteFailures.outcome(refusal(code, message))).isEqualTo(new StatusWritten.Failed(message));
    }

    @Test
    void triesAgainWhereTheApiServerCannotBeReached() {
        assertThat(WriteFailures.outcome(new KubernetesClientException("connection refused")))
                .isEqualTo(new StatusWritten.Failed("connection refused"));
    }

    private static KubernetesClientException refusal(int code, String message) {
        return new KubernetesClientException(
                new StatusBuilder().withCode(code).withMessage(message).build());
    }
}

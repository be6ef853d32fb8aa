package dev.patchbay.verticles.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigCheckTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NODE_NAME                     | ''     | nodeName is missing: set it, or NODE_NAME in the environment
            PATCHBAY_CNI_BIN_DIRS         | ''     | cni.binDirs is empty: name at least one directory with CNI plugins
            PATCHBAY_CNI_PARALLELISM      | 0      | cni.parallelism must be at least 1
            PATCHBAY_HTTP_PORT            | -1     | http.port must be between 0 and 65535
            PATCHBAY_HTTP_PORT            | 65536  | http.port must be between 0 and 65535
            PATCHBAY_POLICY_MIN_HOST_PORT | 0      | policy.minHostPort and policy.maxHostPort must be a range within 1 to 65535
            PATCHBAY_POLICY_MAX_HOST_PORT | 70000  | policy.minHostPort and policy.maxHostPort must be a range within 1 to 65535
            PATCHBAY_POLICY_MAX_HOST_PORT | 1000   | policy.minHostPort and policy.maxHostPort must be a range within 1 to 65535
            PATCHBAY_CRI_TIMEOUT          | 0s     | cri.timeout must be longer than zero
            PATCHBAY_CNI_ADD_TIMEOUT      | 0s     | cni.addTimeout must be longer than zero
            PATCHBAY_CNI_DEL_TIMEOUT      | 0s     | cni.delTimeout must be longer than zero
            PATCHBAY_RETRY_INITIAL        | 0ms    | retry.initial must be longer than zero
            PATCHBAY_RETRY_MAX            | 499ms  | retry.max must not be shorter than retry.initial
            PATCHBAY_RESYNC               | 0m     | resync must be longer than zero
            PATCHBAY_SWEEP                | 0h     | sweep must be longer than zero
            """)
    void refusesWhatCannotWork(String variable, String value, String message) {
        var environment =
                variable.equals("NODE_NAME") ? Map.of(variable, value) : Map.of("NODE_NAME", "n1", variable, value);

        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new ConfigLoader().load(Optional.empty(), environment))
                .withMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"200ms, PT0.2S", "5s, PT5S", "10m, PT10M", "1h, PT1H", "' 7s ', PT7S"})
    void readsDurationsAsPeopleWriteThem(String text, Duration duration) {
        assertThat(Durations.parse(text)).contains(duration);
    }

    @Test
    void readsNothingElseAsADuration() {
        assertThat(new String[] {"", "5", "s", "-5s", "1.5s", "5 s", "5d", "PT5S", "9999999999s"})
                .allSatisfy(text -> assertThat(Durations.parse(text)).isEmpty());
    }
}

package dev.patchbay.multus.cni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CniVersionTest {

    @ParameterizedTest
    @CsvSource({"'', 0.1.0", "1, 1.0.0", "0.4, 0.4.0", "1.1.0, 1.1.0", "0.03.1, 0.3.1"})
    void takesMissingPartsForZero(String text, String version) {
        assertThat(CniVersion.parse(text)).hasToString(version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0.0.0", "v1.0.0", "1.0.0-rc1", "1..0", "-1", " 1", "1.9999999"})
    void refusesWhatIsNoVersion(String text) {
        assertThatThrownBy(() -> CniVersion.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }

    @ParameterizedTest
    @CsvSource({"0.10.0, 0.9.0", "1.0.0, 0.99.99", "1.0.1, 1.0.0", "1.1, 1.0.5"})
    void comparesNumbersNotText(String higher, String lower) {
        assertThat(CniVersion.parse(higher)).isGreaterThan(CniVersion.parse(lower));
        assertThat(CniVersion.parse(higher).atLeast(CniVersion.parse(lower))).isTrue();
        assertThat(CniVersion.parse(lower).atLeast(CniVersion.parse(higher))).isFalse();
    }
}

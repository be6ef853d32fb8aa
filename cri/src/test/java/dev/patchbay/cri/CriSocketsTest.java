package dev.patchbay.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CriSocketsTest {

    @ParameterizedTest
    @ValueSource(strings = {"/run/my.sock", "unix:///run/my.sock", " /run/my.sock "})
    void takesWhatIsConfiguredWithoutAskingWhetherItIsThere(String configured) {
        assertThat(CriSockets.choose(configured, _ -> false)).isEqualTo(Path.of("/run/my.sock"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://127.0.0.1:9000", "containerd.sock", "unix://"})
    void refusesWhatIsNoAbsolutePath(String configured) {
        assertThatExceptionOfType(CriException.class)
                .isThrownBy(() -> CriSockets.choose(configured, _ -> true))
                .withMessage("cri.socket is %s: the absolute path of a unix socket is expected", configured);
    }

    @Test
    void findsTheFirstWellKnownSocketThatIsThere() {
        var there = Set.of(Path.of("/run/k0s/containerd.sock"), Path.of("/run/crio/crio.sock"));

        assertThat(CriSockets.choose("", there::contains)).isEqualTo(Path.of("/run/crio/crio.sock"));
    }

    @Test
    void listsWhatWasTriedWhereNoneIsThere() {
        assertThatExceptionOfType(CriException.class)
                .isThrownBy(() -> CriSockets.choose(" ", _ -> false))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(CriException.Kind.UNAVAILABLE))
                .satisfies(e -> assertThat(CriSockets.WELL_KNOWN)
                        .allSatisfy(path -> assertThat(e).hasMessageContaining(path.toString())))
                .withMessageContaining("name its socket in cri.socket");
    }
}

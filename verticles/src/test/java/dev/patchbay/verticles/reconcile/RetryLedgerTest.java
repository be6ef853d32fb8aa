package dev.patchbay.verticles.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.multus.attach.AttachException.Kind;
import dev.patchbay.verticles.config.PatchbayConfig.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryLedgerTest {

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
    private static final Retry RETRY = new Retry(Duration.ofMillis(500), Duration.ofSeconds(60));

    /** No jitter: its random numbers are all 0. */
    private static final RandomGenerator STEADY = () -> 0L;

    /** As much jitter as there is: its random numbers are as near to 1 as can be. */
    private static final RandomGenerator EXTREME = () -> -1L;

    @ParameterizedTest
    @CsvSource({"1, 500", "2, 1000", "3, 2000", "7, 32000", "8, 60000", "9, 60000", "2000000000, 60000"})
    void doublesThePauseUpToTheMaximum(int count, long millis) {
        assertThat(RetryLedger.pause(count, RETRY, STEADY)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void takesAtMostAFifthOffThePause() {
        assertThat(RetryLedger.pause(1, RETRY, EXTREME).toMillis()).isBetween(400L, 401L);
        assertThat(RetryLedger.pause(9, RETRY, EXTREME).toMillis()).isBetween(48_000L, 48_001L);
    }

    @Property
    void keepsThePauseWithinItsBounds(
            @ForAll @IntRange(min = 1) int count,
            @ForAll @LongRange(min = 1, max = 3_600_000_000_000_000L) long initial,
            @ForAll @LongRange(min = 0, max = 3_600_000_000_000_000L) long more,
            @ForAll long seed) {
        var retry = new Retry(Duration.ofMillis(initial), Duration.ofMillis(initial + more));

        assertThat(RetryLedger.pause(count, retry, () -> seed))
                .isBetween(Duration.ofMillis((long) (initial * 0.79)), retry.max());
    }

    @Test
    void holdsAnInterfaceBackUntilItsTime() {
        var ledger = fail(RetryLedger.EMPTY, "net1", "inputs", Kind.FAILED);

        assertThat(ledger.holding("net1", "inputs", NOW.plusMillis(499)))
                .hasValueSatisfying(f -> assertThat(f.reason()).isEqualTo("why"));
        assertThat(ledger.holding("net1", "inputs", NOW.plusMillis(500))).isEmpty();
        assertThat(ledger.holding("net2", "inputs", NOW)).isEmpty();
    }

    @Test
    void letsAnInterfaceGoAtOnceWhenWhatItIsTriedWithChanges() {
        var ledger = fail(RetryLedger.EMPTY, "net1", "inputs", Kind.FAILED);

        assertThat(ledger.holding("net1", "other inputs", NOW)).isEmpty();
    }

    @Test
    void countsFailuresWithTheSameInputsAndBeginsAnewWithOthers() {
        var twice = fail(fail(RetryLedger.EMPTY, "net1", "inputs", Kind.FAILED), "net1", "inputs", Kind.FAILED);

        assertThat(twice.failures().get("net1").count()).isEqualTo(2);
        assertThat(twice.failures().get("net1").notBefore()).isEqualTo(NOW.plusMillis(1000));
        assertThat(fail(twice, "net1", "other inputs", Kind.FAILED)
                        .failures()
                        .get("net1")
                        .count())
                .isEqualTo(1);
    }

    @Test
    void isQuietAndQuickWhileAPluginAsksToTryAgain() {
        var ledger = RetryLedger.EMPTY;
        for (int i = 1; i <= 5; i++) {
            ledger = fail(ledger, "net1", "inputs", Kind.TRY_AGAIN);
            assertThat(ledger.failures().get("net1").isLoud()).isFalse();
        }
        assertThat(ledger.failures().get("net1").notBefore()).isEqualTo(NOW.plusMillis(2000));

        ledger = fail(ledger, "net1", "inputs", Kind.TRY_AGAIN);
        assertThat(ledger.failures().get("net1").isLoud()).isTrue();
        assertThat(ledger.failures().get("net1").notBefore()).isEqualTo(NOW.plusMillis(2000));
    }

    @Test
    void isLoudAtOnceAboutEverythingElse() {
        assertThat(List.of(Kind.REFUSED, Kind.CONFIGURATION, Kind.SANDBOX, Kind.FAILED))
                .allSatisfy(kind -> assertThat(fail(RetryLedger.EMPTY, "net1", "inputs", kind)
                                .failures()
                                .get("net1")
                                .isLoud())
                        .isTrue());
    }

    @Test
    void tellsTheTimeUntilTheNextTurn() {
        var ledger = fail(fail(RetryLedger.EMPTY, "net1", "inputs", Kind.FAILED), "net2", "inputs", Kind.FAILED);
        var later = fail(ledger, "net2", "inputs", Kind.FAILED);

        assertThat(RetryLedger.EMPTY.untilNext(NOW)).isEmpty();
        assertThat(later.untilNext(NOW)).contains(Duration.ofMillis(500));
        assertThat(later.retain(Set.of("net2")).untilNext(NOW)).contains(Duration.ofSeconds(1));
        assertThat(later.untilNext(NOW.plusSeconds(9))).contains(Duration.ZERO);
    }

    private static RetryLedger fail(RetryLedger ledger, String interfaceName, Object inputs, Kind kind) {
        return ledger.failed(interfaceName, inputs, kind, "why", NOW, RETRY, STEADY);
    }
}

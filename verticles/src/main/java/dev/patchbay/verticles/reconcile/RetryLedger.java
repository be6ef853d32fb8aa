package dev.patchbay.verticles.reconcile;

import dev.patchbay.multus.attach.AttachException;
import dev.patchbay.verticles.config.PatchbayConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The failures of a pod's interfaces, and when each may be tried again: after a time that doubles, with jitter, without
 * end; at once when what it was tried with has changed. Immutable.
 *
 * @param failures by interface name
 */
record RetryLedger(Map<String, Failure> failures) {

    static final RetryLedger EMPTY = new RetryLedger(Map.of());

    /** How many failures with "try again later" pass before the user hears of one. */
    private static final int QUIET_TRIES = 5;

    RetryLedger {
        failures = Map.copyOf(failures);
    }

    /**
     * A failure that is not mended yet.
     *
     * @param inputs    what it was tried with
     * @param count     how often in a row, from 1
     * @param notBefore when it may be tried again
     */
    record Failure(Object inputs, AttachException.Kind kind, String reason, int count, Instant notBefore) {

        /** Returns whether the user should hear of it. */
        boolean isLoud() {
            return kind != AttachException.Kind.TRY_AGAIN || count > QUIET_TRIES;
        }
    }

    /** Returns the failure that holds {@code interfaceName} back; empty: it may be tried now. */
    Optional<Failure> holding(String interfaceName, Object inputs, Instant now) {
        return Optional.ofNullable(failures.get(interfaceName))
                .filter(f -> f.inputs().equals(inputs))
                .filter(f -> now.isBefore(f.notBefore()));
    }

    /** Returns the ledger after one more failure. */
    RetryLedger failed(
            String interfaceName,
            Object inputs,
            AttachException.Kind kind,
            String reason,
            Instant now,
            PatchbayConfig.Retry retry,
            RandomGenerator random) {
        int count = Optional.ofNullable(failures.get(interfaceName))
                        .filter(f -> f.inputs().equals(inputs))
                        .map(Failure::count)
                        .orElse(0)
                + 1;
        var pause = pause(kind == AttachException.Kind.TRY_AGAIN ? Math.min(count, 3) : count, retry, random);
        var next = new HashMap<>(failures);
        next.put(interfaceName, new Failure(inputs, kind, reason, count, now.plus(pause)));
        return new RetryLedger(next);
    }

    /** Returns the ledger with nothing but the failures of these interfaces. */
    RetryLedger retain(Set<String> interfaceNames) {
        var next = new HashMap<>(failures);
        next.keySet().retainAll(interfaceNames);
        return new RetryLedger(next);
    }

    /** Returns the time until the next failure may be tried again; empty where there is none. */
    Optional<Duration> untilNext(Instant now) {
        return failures.values().stream()
                .map(Failure::notBefore)
                .min(Instant::compareTo)
                .map(at -> at.isAfter(now) ? Duration.between(now, at) : Duration.ZERO);
    }

    /** Returns the pause after the {@code count}-th failure in a row: doubled each time, four fifths to all of it. */
    static Duration pause(int count, PatchbayConfig.Retry retry, RandomGenerator random) {
        // In floating point what is too large becomes infinite, where a shift would wrap around.
        double doubled = (double) retry.initial().toMillis() * Math.pow(2, count - 1);
        long limited = (long) Math.min(doubled, (double) retry.max().toMillis());
        return Duration.ofMillis(limited - (long) (limited * 0.2 * random.nextDouble()));
    }
}

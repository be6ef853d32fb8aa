package dev.patchbay.it.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Times of one kind, in nanoseconds, sorted; at least one. */
record Figures(List<Long> nanos) {

    Figures {
        nanos = nanos.stream().sorted().toList();
    }

    static Figures of(long[] nanos) {
        return new Figures(LongStream.of(nanos).boxed().toList());
    }

    double medianMillis() {
        return at(0.5);
    }

    double p95Millis() {
        return at(0.95);
    }

    double maxMillis() {
        return nanos.getLast() / 1e6;
    }

    private double at(double quantile) {
        return nanos.get((int) Math.round(quantile * (nanos.size() - 1))) / 1e6;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "median %.1f ms, p95 %.1f ms, max %.1f ms (n=%d)",
                medianMillis(),
                p95Millis(),
                maxMillis(),
                nanos.size());
    }
}

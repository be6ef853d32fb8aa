package dev.patchbay.verticles.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 200ms}, {@code 5s}, {@code 10m}, {@code 1h}. */
public final class Durations {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    private Durations() {}

    /** Returns the duration; empty where the text is none. */
    public static Optional<Duration> parse(String text) {
        var matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long amount = Long.parseLong(matcher.group(1));
        return Optional.of(
                switch (matcher.group(2)) {
                    case "ms" -> Duration.ofMillis(amount);
                    case "s" -> Duration.ofSeconds(amount);
                    case "m" -> Duration.ofMinutes(amount);
                    default -> Duration.ofHours(amount);
                });
    }
}

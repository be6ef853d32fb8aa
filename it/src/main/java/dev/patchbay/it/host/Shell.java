package dev.patchbay.it.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Commands of this machine. */
public final class Shell {

    private Shell() {}

    /** What a command printed, and how it ended. */
    public record Result(int exitCode, String output) {}

    /** Runs a command; fails where it does. Returns what it printed to both outputs. */
    public static String run(String... command) {
        var result = tryRun(command);
        if (result.exitCode() != 0) {
            throw new IllegalStateException("%s failed with exit code %d: %s"
                    .formatted(String.join(" ", command), result.exitCode(), result.output()));
        }
        return result.output();
    }

    /** Runs a command and tells how it ended. */
    public static Result tryRun(String... command) {
        return tryRun(Map.of(), "", command);
    }

    /** Runs a command with more variables in its environment and a text on stdin. */
    public static Result tryRun(Map<String, String> environment, String stdin, String... command) {
        try {
            var builder = new ProcessBuilder(List.of(command)).redirectErrorStream(true);
            builder.environment().putAll(environment);
            var process = builder.start();
            try (var in = process.getOutputStream()) {
                in.write(stdin.getBytes(StandardCharsets.UTF_8));
            }
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

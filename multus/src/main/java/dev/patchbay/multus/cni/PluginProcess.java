package dev.patchbay.multus.cni;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * One run of a program with text on stdin: bounded in time and output, in an environment of its own, and with nothing of
 * it left afterwards, grandchildren included.
 */
final class PluginProcess {

    /** Java tells the errno (26 is ETXTBSY) in its message only, and spells it in more than one way. */
    private static final Pattern TEXT_FILE_BUSY = Pattern.compile("error[=:] ?26\\b");

    private static final int TEXT_FILE_BUSY_TRIES = 6;
    private static final long TEXT_FILE_BUSY_PAUSE_MILLIS = 50;
    private static final Duration DRAIN_LIMIT = Duration.ofMillis(200);
    private static final int SIGNAL_BASE = 128;

    private final int outputLimit;

    PluginProcess(int outputLimit) {
        this.outputLimit = outputLimit;
    }

    /**
     * How a run ended.
     *
     * @param exitCode the exit code; above 128: ended by that signal
     * @param timedOut whether the time limit ended it
     * @param overflow whether it printed more than allowed, which ended it
     */
    record Ending(int exitCode, String stdout, String stderr, boolean timedOut, boolean overflow) {

        Optional<Integer> signal() {
            return exitCode > SIGNAL_BASE ? Optional.of(exitCode - SIGNAL_BASE) : Optional.empty();
        }
    }

    /**
     * Runs a program and waits for its end.
     *
     * @throws IOException where it could not be started
     */
    Ending run(List<String> command, Map<String, String> environment, byte[] stdin, Duration limit) throws IOException {
        var mark = UUID.randomUUID().toString();
        var builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put(ProcessTrees.MARK, mark);
        var process = start(builder);
        var output = new Output(process);
        var stdout = output.read(process.getInputStream());
        var stderr = output.read(process.getErrorStream());
        feed(process, stdin);
        boolean timedOut = !awaitExit(process, limit);
        boolean drained = !timedOut && awaitBoth(stdout, stderr, DRAIN_LIMIT);
        if (timedOut || output.overflow || !drained || process.exitValue() != 0) {
            // Whoever it started may still be at work, e.g. an IPAM plugin that is about to commit an address.
            // Descendants first: those that are known by parentage may have cleared their environment.
            var descendants = process.descendants().toList();
            process.destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
            ProcessTrees.killMarked(mark);
            awaitExit(process, Duration.ofSeconds(10));
            awaitBoth(stdout, stderr, DRAIN_LIMIT);
        }
        return new Ending(
                process.isAlive() ? SIGNAL_BASE + 9 : process.exitValue(),
                text(stdout),
                text(stderr),
                timedOut,
                output.overflow);
    }

    /** Starts the program; while an installer is replacing the binary, it waits for it. */
    private static Process start(ProcessBuilder builder) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return builder.start();
            } catch (IOException e) {
                if (attempt == TEXT_FILE_BUSY_TRIES || !isTextFileBusy(e)) {
                    throw e;
                }
                sleep(TEXT_FILE_BUSY_PAUSE_MILLIS << attempt);
            }
        }
    }

    private static boolean isTextFileBusy(IOException e) {
        return e.getMessage() != null && TEXT_FILE_BUSY.matcher(e.getMessage()).find();
    }

    private static void feed(Process process, byte[] stdin) {
        // A configuration fits into the pipe's buffer nearly always; a plugin that does not read must not hold us up.
        Thread.ofVirtual().start(() -> {
            try (var in = process.getOutputStream()) {
                in.write(stdin);
            } catch (IOException e) {
                // A plugin may end without reading its input: its exit code tells the rest.
            }
        });
    }

    private static boolean awaitExit(Process process, Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean awaitBoth(CompletableFuture<?> one, CompletableFuture<?> other, Duration limit) {
        try {
            CompletableFuture.allOf(one, other).get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    private static String text(CompletableFuture<String> output) {
        return output.isDone() && !output.isCompletedExceptionally() ? output.join() : "";
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads what the program prints, up to the limit; more than that ends the program. */
    private final class Output {

        private final Process process;
        private volatile boolean overflow;

        Output(Process process) {
            this.process = process;
        }

        CompletableFuture<String> read(InputStream stream) {
            var text = new CompletableFuture<String>();
            Thread.ofVirtual().start(() -> {
                try {
                    text.complete(bounded(stream));
                } catch (IOException e) {
                    text.completeExceptionally(e);
                }
            });
            return text;
        }

        private String bounded(InputStream stream) throws IOException {
            var kept = new ByteArrayOutputStream();
            var buffer = new byte[8192];
            for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                if (kept.size() + n > outputLimit) {
                    overflow = true;
                    process.destroyForcibly();
                    break;
                }
                kept.write(buffer, 0, n);
            }
            return kept.toString(StandardCharsets.UTF_8);
        }
    }
}

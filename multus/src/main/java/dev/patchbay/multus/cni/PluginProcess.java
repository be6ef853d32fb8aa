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
 * One run of a program with text on stdin: bounded in time and output, in an environment of its own. After a failure
 * nothing of it is left, grandchildren included. After a success one that still holds the output is ended where it is
 * noticed; the JDK closes the pipe of a program that has ended, so it is not always.
 */
final class PluginProcess {

    /** Java tells the errno (26 is ETXTBSY) in its message only, and spells it in more than one way. */
    private static final Pattern TEXT_FILE_BUSY = Pattern.compile("error[=:] ?26\\b");

    private static final int TEXT_FILE_BUSY_TRIES = 6;
    private static final long TEXT_FILE_BUSY_PAUSE_MILLIS = 50;
    private static final Duration DRAIN_LIMIT = Duration.ofMillis(200);
    private static final int SIGNAL_BASE = 128;
    private static final int LAST_SIGNAL = 64;

    private final int outputLimit;

    PluginProcess(int outputLimit) {
        this.outputLimit = outputLimit;
    }

    /**
     * How a run ended.
     *
     * @param exitCode the exit code; from 129 to 192: 128 and the signal that ended it
     * @param timedOut whether the time limit ended it
     * @param overflow whether it printed more than allowed, which ended it
     */
    record Ending(int exitCode, String stdout, String stderr, boolean timedOut, boolean overflow) {

        Optional<Integer> signal() {
            return exitCode > SIGNAL_BASE && exitCode <= SIGNAL_BASE + LAST_SIGNAL
                    ? Optional.of(exitCode - SIGNAL_BASE)
                    : Optional.empty();
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
        var stdout = output.read(process.getInputStream(), output::bounded);
        var stderr = output.read(process.getErrorStream(), output::end);
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

    /** A way to read a stream. */
    private interface Reading {
        String of(InputStream stream) throws IOException;
    }

    /** Reads what the program prints. */
    private final class Output {

        private final Process process;
        private volatile boolean overflow;

        Output(Process process) {
            this.process = process;
        }

        CompletableFuture<String> read(InputStream stream, Reading reading) {
            var text = new CompletableFuture<String>();
            Thread.ofVirtual().start(() -> {
                try {
                    text.complete(reading.of(stream));
                } catch (IOException e) {
                    text.completeExceptionally(e);
                }
            });
            return text;
        }

        /** Reads an answer, up to the limit; more than that ends the program. */
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

        /** Reads a log, of which the end is kept: a program that has much to say does nothing wrong. */
        private String end(InputStream stream) throws IOException {
            var kept = new ByteArrayOutputStream();
            var buffer = new byte[8192];
            for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                if (kept.size() + n > outputLimit) {
                    var former = kept.toByteArray();
                    kept.reset();
                    kept.write(former, former.length / 2, former.length - former.length / 2);
                }
                kept.write(buffer, 0, n);
            }
            return kept.toString(StandardCharsets.UTF_8);
        }
    }
}

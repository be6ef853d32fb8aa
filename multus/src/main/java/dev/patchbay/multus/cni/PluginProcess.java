package dev.patchbay.multus.cni;

import dev.patchbay.multus.os.ErrnoException;
import dev.patchbay.multus.spawn.Child;
import dev.patchbay.multus.spawn.Output;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * One run of a program with text on stdin: bounded in time and output, in an environment of its own. After a failure
 * nothing of it is left, grandchildren included; after a success, none that still holds its output.
 */
final class PluginProcess {

    private static final int TEXT_FILE_BUSY_TRIES = 6;
    private static final long TEXT_FILE_BUSY_PAUSE_MILLIS = 50;
    private static final Duration DEATH_LIMIT = Duration.ofSeconds(10);
    private static final Duration DRAIN_LIMIT = Duration.ofMillis(200);
    private static final int SIGNAL_BASE = 128;
    private static final int SIGKILL = 9;
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
        var marked = new HashMap<>(environment);
        marked.put(ProcessTrees.MARK, mark);
        var stdout = Output.bounded(outputLimit);
        var stderr = Output.end(outputLimit);
        try (var child = start(command, marked, stdin, stdout, stderr)) {
            boolean ended = child.untilExit(limit);
            boolean timedOut = !ended && !child.overflow();
            boolean silent = ended && child.untilSilent(DRAIN_LIMIT);
            if (!silent || child.overflow() || child.exitCode().orElse(-1) != 0) {
                end(child, mark);
            }
            return new Ending(
                    child.exitCode().orElse(SIGNAL_BASE + SIGKILL),
                    child.overflow() ? "" : stdout.text(),
                    stderr.text(),
                    timedOut,
                    child.overflow());
        }
    }

    /** Whoever it started may still be at work, e.g. an IPAM plugin that is about to commit an address. */
    private static void end(Child child, String mark) throws IOException {
        if (child.exitCode().isEmpty()) {
            var process = ProcessHandle.of(child.pid());
            // Descendants first: those that are known by parentage may have cleared their environment.
            var descendants =
                    process.stream().flatMap(ProcessHandle::descendants).toList();
            process.ifPresent(ProcessHandle::destroyForcibly);
            descendants.forEach(ProcessHandle::destroyForcibly);
        }
        ProcessTrees.killMarked(mark);
        child.untilExit(DEATH_LIMIT);
        child.untilSilent(DRAIN_LIMIT);
    }

    /** Starts the program; while an installer is replacing the binary, it waits for it. */
    private static Child start(
            List<String> command, Map<String, String> environment, byte[] stdin, Output stdout, Output stderr)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return Child.start(command, environment, stdin, stdout, stderr);
            } catch (ErrnoException e) {
                if (attempt == TEXT_FILE_BUSY_TRIES || e.errno() != ErrnoException.ETXTBSY) {
                    throw e;
                }
                sleep(TEXT_FILE_BUSY_PAUSE_MILLIS << attempt);
            }
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.patchbay.multus.spawn;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.patchbay.multus.os.ErrnoException;
import dev.patchbay.multus.os.SystemCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A program that was started, with text for its stdin and keepers for what it prints. For one thread, which waits in
 * {@link #untilExit} and {@link #untilSilent}. Closing it closes the streams; it ends nothing, but leaves no zombie.
 */
public final class Child implements AutoCloseable {

    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int EXIT = 3;
    private static final int COUNT = 4;

    /** {@code struct pollfd}: the descriptor, what is waited for, what came. */
    private static final long POLLFD_BYTES = 8;

    private static final long EVENTS = 4;
    private static final long CAME = 6;
    private static final int CLOSED = -1;

    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int SIGNAL_BASE = 128;

    /** A thread that waits in the C library does not notice an interrupt: it looks for one so often. */
    private static final long LONGEST_WAIT_MILLIS = 500;

    private final int pid;
    private final Output out;
    private final Output err;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment polled = arena.allocate(POLLFD_BYTES * COUNT, Integer.BYTES);
    private final MemorySegment buffer = arena.allocate(BUFFER_BYTES);

    private MemorySegment unwritten;
    private OptionalInt exitCode = OptionalInt.empty();
    private boolean overflow;

    private Child(int pid, int pidfd, int in, int out, int err, byte[] stdin, Output stdout, Output stderr) {
        this.pid = pid;
        this.out = stdout;
        this.err = stderr;
        this.unwritten = arena.allocateFrom(JAVA_BYTE, stdin);
        watch(STDIN, in, Posix.POLLOUT);
        watch(STDOUT, out, Posix.POLLIN);
        watch(STDERR, err, Posix.POLLIN);
        watch(EXIT, pidfd, Posix.POLLIN);
    }

    /**
     * Starts a program.
     *
     * @param command the program and its arguments; without a slash it is looked for in PATH
     * @throws ErrnoException where it cannot be started
     */
    public static Child start(
            List<String> command, Map<String, String> environment, byte[] stdin, Output stdout, Output stderr)
            throws ErrnoException {
        var variables = environment.entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .toList();
        try (var pipes = new Pipes()) {
            var in = pipes.open();
            var out = pipes.open();
            var err = pipes.open();
            Posix.neverWaitToWrite(in.write());
            int pid = Posix.spawn(command, variables, in.read(), out.write(), err.write());
            var child = new Child(pid, watched(pid), in.write(), out.read(), err.read(), stdin, stdout, stderr);
            pipes.keep(in.write(), out.read(), err.read());
            return child;
        }
    }

    /** A program whose end cannot be waited for is ended at once. */
    private static int watched(int pid) throws ErrnoException {
        try {
            return Posix.pidfd(pid);
        } catch (ErrnoException e) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            reapLater(pid);
            throw e;
        }
    }

    private static void reapLater(int pid) {
        Thread.ofPlatform().daemon().name("reaper of " + pid).start(() -> {
            try {
                Posix.reap(pid);
            } catch (ErrnoException e) {
                // Somebody else has taken its status: then nothing is left to do.
            }
        });
    }

    /** Returns its process ID, which is also that of its session; after its exit it may be another's. */
    public int pid() {
        return pid;
    }

    /** Returns the exit code, 128 and the signal for one that a signal ended; empty while it runs. */
    public OptionalInt exitCode() {
        return exitCode;
    }

    /** Returns whether it printed more than its keeper takes. */
    public boolean overflow() {
        return overflow;
    }

    /** Talks with the program until it has ended; returns false where it has not within {@code limit} or printed too much. */
    public boolean untilExit(Duration limit) throws ErrnoException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (exitCode.isEmpty() && !overflow && await(deadline)) {
            serve();
        }
        return exitCode.isPresent();
    }

    /** Reads on until nobody holds the program's outputs; returns false where somebody does after {@code limit}. */
    public boolean untilSilent(Duration limit) throws ErrnoException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!isSilent() && await(deadline)) {
            serve();
        }
        return isSilent();
    }

    private boolean isSilent() {
        return fd(STDOUT) == CLOSED && fd(STDERR) == CLOSED;
    }

    /** Waits until something can be done; returns false when the time is over or the thread was interrupted. */
    private boolean await(long deadline) throws ErrnoException {
        while (!Thread.currentThread().isInterrupted()) {
            long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis() + 1;
            if (deadline - System.nanoTime() <= 0) {
                return false;
            }
            if (Posix.poll(polled, COUNT, (int) Math.min(left, LONGEST_WAIT_MILLIS)) > 0) {
                return true;
            }
        }
        return false;
    }

    private void serve() throws ErrnoException {
        if (came(STDIN)) {
            feed();
        }
        if (came(STDOUT)) {
            read(STDOUT, out);
        }
        if (came(STDERR)) {
            read(STDERR, err);
        }
        if (came(EXIT)) {
            close(EXIT);
            exitCode = OptionalInt.of(code(Posix.reap(pid)));
        }
    }

    private void feed() throws ErrnoException {
        try {
            unwritten = unwritten.asSlice(Posix.write(fd(STDIN), unwritten));
        } catch (ErrnoException e) {
            // A program may end without reading its input: its exit code tells the rest.
            unwritten = MemorySegment.NULL;
        }
        if (unwritten.byteSize() == 0) {
            close(STDIN);
        }
    }

    private void read(int stream, Output output) throws ErrnoException {
        int length = Posix.read(fd(stream), buffer);
        if (length == 0) {
            close(stream);
        } else if (!output.take(buffer.asSlice(0, length).toArray(JAVA_BYTE))) {
            overflow = true;
            close(stream);
        }
    }

    /** From the status of {@code wait(2)}: the exit code in the second byte, or the signal in the first. */
    private static int code(int status) {
        int signal = status & 0x7f;
        return signal == 0 ? (status >> 8) & 0xff : SIGNAL_BASE + signal;
    }

    private void watch(int index, int fd, short events) {
        polled.set(JAVA_INT, index * POLLFD_BYTES, fd);
        polled.set(JAVA_SHORT, index * POLLFD_BYTES + EVENTS, events);
    }

    private int fd(int index) {
        return polled.get(JAVA_INT, index * POLLFD_BYTES);
    }

    private boolean came(int index) {
        return fd(index) != CLOSED && polled.get(JAVA_SHORT, index * POLLFD_BYTES + CAME) != 0;
    }

    private void close(int index) throws ErrnoException {
        int fd = fd(index);
        watch(index, CLOSED, (short) 0);
        if (fd != CLOSED) {
            SystemCalls.close(fd);
        }
    }

    @Override
    public void close() throws ErrnoException {
        for (int i = 0; i < COUNT; i++) {
            close(i);
        }
        arena.close();
        if (exitCode.isEmpty()) {
            reapLater(pid);
        }
    }
}

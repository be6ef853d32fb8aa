package dev.patchbay.multus.spawn;

import static dev.patchbay.multus.os.SystemCalls.call;
import static dev.patchbay.multus.os.SystemCalls.function;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.patchbay.multus.os.ErrnoException;
import dev.patchbay.multus.os.SystemCalls.Invocation;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * The functions of the C library that start a program and talk with it. Structure offsets and constants are those of
 * 64-bit Linux (x86_64 and aarch64 agree on all that are used here).
 */
final class Posix {

    static final short POLLIN = 0x1;
    static final short POLLOUT = 0x4;

    private static final int O_CLOEXEC = 0x80000;
    private static final int O_WRONLY_NONBLOCK = 0x801;
    private static final int F_SETFL = 4;
    private static final short SPAWN_SETSIGMASK = 0x08;
    private static final short SPAWN_SETSID = 0x80;
    private static final long SYS_PIDFD_OPEN = 434;
    private static final int EINTR = 4;
    private static final int EAGAIN = 11;

    /** More than {@code posix_spawnattr_t} and {@code posix_spawn_file_actions_t} take on every architecture. */
    private static final long STRUCT_BYTES = 512;

    private static final FunctionDescriptor OF_POINTER = FunctionDescriptor.of(JAVA_INT, ADDRESS);
    private static final FunctionDescriptor OF_BUFFER = FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);

    private static final MethodHandle PIPE2 = function("pipe2", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle FCNTL = function(
            "fcntl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle POLL =
            function("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle READ = function("read", OF_BUFFER);
    private static final MethodHandle WRITE = function("write", OF_BUFFER);
    private static final MethodHandle SYSCALL = function(
            "syscall",
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT),
            Linker.Option.firstVariadicArg(1));
    private static final MethodHandle WAITPID =
            function("waitpid", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle SPAWN = function(
            "posix_spawnp", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
    private static final MethodHandle ACTIONS_INIT = function("posix_spawn_file_actions_init", OF_POINTER);
    private static final MethodHandle ACTIONS_DESTROY = function("posix_spawn_file_actions_destroy", OF_POINTER);
    private static final MethodHandle ADD_DUP2 =
            function("posix_spawn_file_actions_adddup2", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
    private static final MethodHandle ADD_CLOSE_FROM =
            function("posix_spawn_file_actions_addclosefrom_np", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle ATTRIBUTES_INIT = function("posix_spawnattr_init", OF_POINTER);
    private static final MethodHandle SET_FLAGS =
            function("posix_spawnattr_setflags", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));

    private Posix() {}

    /** Both ends of a pipe. */
    record Pipe(int read, int write) {}

    static Pipe pipe() throws ErrnoException {
        try (var arena = Arena.ofConfined()) {
            var ends = arena.allocate(JAVA_INT, 2);
            call("pipe2", (_, state) -> (int) PIPE2.invokeExact(state, ends, O_CLOEXEC));
            return new Pipe(ends.getAtIndex(JAVA_INT, 0), ends.getAtIndex(JAVA_INT, 1));
        }
    }

    /** Lets writes into a pipe's end take what fits instead of waiting. */
    static void neverWaitToWrite(int fd) throws ErrnoException {
        call("fcntl F_SETFL", (_, state) -> (int) FCNTL.invokeExact(state, fd, F_SETFL, O_WRONLY_NONBLOCK));
    }

    /**
     * Starts a program in a session of its own, with no signal blocked and nothing open but its three streams; returns its
     * process ID.
     */
    static int spawn(List<String> command, List<String> environment, int stdin, int stdout, int stderr)
            throws ErrnoException {
        try (var arena = Arena.ofConfined()) {
            var pid = arena.allocate(JAVA_INT);
            var actions = arena.allocate(STRUCT_BYTES, Long.BYTES);
            var attributes = arena.allocate(STRUCT_BYTES, Long.BYTES);
            // A mask of zeros, which is what init leaves: the JVM's threads block SIGQUIT, for themselves.
            check("posix_spawnattr_init", (_, state) -> (int) ATTRIBUTES_INIT.invokeExact(state, attributes));
            check("posix_spawnattr_setflags", (_, state) ->
                    (int) SET_FLAGS.invokeExact(state, attributes, SPAWN_SETSID | SPAWN_SETSIGMASK));
            check("posix_spawn_file_actions_init", (_, state) -> (int) ACTIONS_INIT.invokeExact(state, actions));
            try {
                moveTo(actions, stdin, 0);
                moveTo(actions, stdout, 1);
                moveTo(actions, stderr, 2);
                check("closefrom", (_, state) -> (int) ADD_CLOSE_FROM.invokeExact(state, actions, 3));
                var file = arena.allocateFrom(command.getFirst());
                var arguments = strings(arena, command);
                var variables = strings(arena, environment);
                check("cannot start " + command.getFirst(), (_, state) ->
                        (int) SPAWN.invokeExact(state, pid, file, actions, attributes, arguments, variables));
                return pid.get(JAVA_INT, 0);
            } finally {
                check("posix_spawn_file_actions_destroy", (_, state) ->
                        (int) ACTIONS_DESTROY.invokeExact(state, actions));
            }
        }
    }

    private static void moveTo(MemorySegment actions, int fd, int stream) throws ErrnoException {
        check("dup2", (_, state) -> (int) ADD_DUP2.invokeExact(state, actions, fd, stream));
    }

    /** Returns a descriptor that can be read from when the process has ended. */
    static int pidfd(int pid) throws ErrnoException {
        return (int) call("pidfd_open", (_, state) -> (long) SYSCALL.invokeExact(state, SYS_PIDFD_OPEN, pid, 0));
    }

    /** Waits until one of the descriptors is ready; returns how many are, 0 also where a signal interrupted it. */
    static int poll(MemorySegment descriptors, int count, int millis) throws ErrnoException {
        try {
            return (int) call("poll", (_, state) -> (int) POLL.invokeExact(state, descriptors, (long) count, millis));
        } catch (ErrnoException e) {
            return zeroWhere(e.errno() == EINTR, e);
        }
    }

    /** Reads what there is, at most the buffer's size; returns 0 at the end. */
    static int read(int fd, MemorySegment buffer) throws ErrnoException {
        return (int) call("read", (_, state) -> (long) READ.invokeExact(state, fd, buffer, buffer.byteSize()));
    }

    /** Writes what fits; returns how much, which may be 0. */
    static int write(int fd, MemorySegment text) throws ErrnoException {
        try {
            return (int) call("write", (_, state) -> (long) WRITE.invokeExact(state, fd, text, text.byteSize()));
        } catch (ErrnoException e) {
            return zeroWhere(e.errno() == EAGAIN || e.errno() == EINTR, e);
        }
    }

    /** Takes the status of a process that has ended; returns it as {@code wait(2)} codes it. */
    static int reap(int pid) throws ErrnoException {
        try (var arena = Arena.ofConfined()) {
            var status = arena.allocate(JAVA_INT);
            call("waitpid", (_, state) -> (int) WAITPID.invokeExact(state, pid, status, 0));
            return status.get(JAVA_INT, 0);
        }
    }

    private static int zeroWhere(boolean harmless, ErrnoException e) throws ErrnoException {
        if (harmless) {
            return 0;
        }
        throw e;
    }

    /** Calls a function of the family that returns its error instead of setting {@code errno}. */
    private static void check(String what, Invocation invocation) throws ErrnoException {
        var error = call(what, invocation);
        if (error != 0) {
            throw new ErrnoException(what, (int) error);
        }
    }

    private static MemorySegment strings(Arena arena, List<String> texts) {
        var pointers = arena.allocate(ADDRESS, texts.size() + 1L);
        for (int i = 0; i < texts.size(); i++) {
            pointers.setAtIndex(ADDRESS, i, arena.allocateFrom(texts.get(i)));
        }
        return pointers;
    }
}

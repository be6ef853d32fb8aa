package dev.patchbay.multus.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/** Binds functions of the C library and calls them; a negative result becomes an {@link ErrnoException}. */
public final class SystemCalls {

    private static final long LONGEST_TEXT = 512;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CALL_STATE.varHandle(PathElement.groupElement("errno"));

    private static final MethodHandle STRERROR = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("strerror"), FunctionDescriptor.of(ADDRESS, JAVA_INT));
    private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private SystemCalls() {}

    /** One call: {@code state} is what the bound function wants as its first argument. */
    public interface Invocation {

        /** Calls the function. */
        long invoke(Arena arena, MemorySegment state) throws Throwable;
    }

    /** Returns a function that takes, before its own arguments, the state of its call. */
    public static MethodHandle function(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        var all = new ArrayList<>(List.of(options));
        all.add(Linker.Option.captureCallState("errno"));
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), descriptor, all.toArray(Linker.Option[]::new));
    }

    /**
     * Calls a function in memory of its own.
     *
     * @param what the call, for the error's message
     * @throws ErrnoException where the result is negative
     */
    public static long call(String what, Invocation invocation) throws ErrnoException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CALL_STATE);
            var result = invocation.invoke(arena, state);
            if (result < 0) {
                throw new ErrnoException(what, (int) ERRNO.get(state, 0L));
            }
            return result;
        } catch (ErrnoException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(what, e);
        }
    }

    /** Closes a file descriptor. */
    public static void close(int fd) throws ErrnoException {
        call("close", (_, state) -> (int) CLOSE.invokeExact(state, fd));
    }

    static String strerror(int errno) {
        try {
            var text = (MemorySegment) STRERROR.invokeExact(errno);
            return text.reinterpret(LONGEST_TEXT).getString(0);
        } catch (Throwable e) {
            throw unexpected("strerror", e);
        }
    }

    private static RuntimeException unexpected(String what, Throwable cause) {
        return switch (cause) {
            case Error e -> throw e;
            case RuntimeException e -> e;
            default -> new IllegalStateException(what, cause);
        };
    }
}

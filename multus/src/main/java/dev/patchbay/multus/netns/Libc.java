package dev.patchbay.multus.netns;

import static dev.patchbay.multus.os.SystemCalls.call;
import static dev.patchbay.multus.os.SystemCalls.function;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The few functions of the C library that a look into a network namespace needs. Structure offsets and constants are
 * those of 64-bit Linux (x86_64 and aarch64 agree on all that are used here).
 */
final class Libc {

    private static final int O_RDONLY = 0;
    private static final int O_CLOEXEC = 0x80000;
    private static final int CLONE_NEWNET = 0x40000000;
    private static final long NS_GET_NSTYPE = 0xb703;
    private static final int AF_NETLINK = 16;
    private static final int SOCK_RAW = 3;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int NETLINK_ROUTE = 0;
    private static final int MSG_TRUNC = 0x20;

    /** More than {@code sizeof(struct stat)} and {@code sizeof(struct statfs)} on every architecture. */
    private static final long STRUCT_BYTES = 512;

    private static final MethodHandle OPEN =
            function("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle SETNS = function("setns", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle SOCKET =
            function("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle SEND =
            function("send", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle RECV =
            function("recv", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle FSTAT = function("fstat", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle FSTATFS = function("fstatfs", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle IOCTL =
            function("ioctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG), Linker.Option.firstVariadicArg(2));

    private Libc() {}

    /** A file's device and inode, which together identify a namespace. */
    record FileId(long device, long inode) {}

    /** Opens a file for reading. */
    static int open(String path) throws IOException {
        return (int) call("open " + path, (arena, state) ->
                (int) OPEN.invokeExact(state, arena.allocateFrom(path), O_RDONLY | O_CLOEXEC));
    }

    /** Moves the calling thread, and no other, to the network namespace that {@code fd} refers to. */
    static void setNetworkNamespace(int fd) throws IOException {
        call("setns", (arena, state) -> (int) SETNS.invokeExact(state, fd, CLONE_NEWNET));
    }

    /** Opens a routing netlink socket; it belongs for ever to the network namespace that the thread is in now. */
    static int routeSocket() throws IOException {
        return (int) call("socket", (arena, state) ->
                (int) SOCKET.invokeExact(state, AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE));
    }

    /** Sends a datagram to the socket's default peer: the kernel, for a netlink socket. */
    static void send(int fd, byte[] datagram) throws IOException {
        call("send", (arena, state) ->
                (long) SEND.invokeExact(state, fd, arena.allocateFrom(JAVA_BYTE, datagram), (long) datagram.length, 0));
    }

    /** Receives a datagram; returns its true length, which may exceed the buffer's. */
    static long receive(int fd, MemorySegment buffer) throws IOException {
        return call("recv", (arena, state) -> (long) RECV.invokeExact(state, fd, buffer, buffer.byteSize(), MSG_TRUNC));
    }

    /** Returns what {@code fd} refers to ({@code st_dev} and {@code st_ino}). */
    static FileId fileId(int fd) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var stat = arena.allocate(STRUCT_BYTES, Long.BYTES);
            call("fstat", (ignored, state) -> (int) FSTAT.invokeExact(state, fd, stat));
            return new FileId(stat.get(JAVA_LONG, 0), stat.get(JAVA_LONG, Long.BYTES));
        }
    }

    /** Returns the magic number of the file system that {@code fd} is on ({@code f_type}). */
    static long fileSystemType(int fd) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var statfs = arena.allocate(STRUCT_BYTES, Long.BYTES);
            call("fstatfs", (ignored, state) -> (int) FSTATFS.invokeExact(state, fd, statfs));
            return statfs.get(JAVA_LONG, 0);
        }
    }

    /** Returns whether the namespace that {@code fd} refers to is a network namespace; fails for what is none at all. */
    static boolean isNetworkNamespace(int fd) throws IOException {
        return call("ioctl NS_GET_NSTYPE", (arena, state) -> (int) IOCTL.invokeExact(state, fd, NS_GET_NSTYPE))
                == CLONE_NEWNET;
    }
}

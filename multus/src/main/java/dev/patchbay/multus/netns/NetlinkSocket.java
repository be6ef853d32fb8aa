package dev.patchbay.multus.netns;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.patchbay.multus.netns.NetlinkMessages.Message;
import dev.patchbay.multus.os.ErrnoException;
import dev.patchbay.multus.os.SystemCalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** A routing netlink socket: one request at a time, and its answer. */
final class NetlinkSocket implements AutoCloseable {

    /** The kernel fills at most 32 KiB of a dump per datagram. */
    private static final long BUFFER_BYTES = 64 * 1024;

    private static final int DUMP_ATTEMPTS = 10;

    private final int fd;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment buffer = arena.allocate(BUFFER_BYTES, Long.BYTES);

    /** Takes over the descriptor and closes it in the end. */
    NetlinkSocket(int fd) {
        this.fd = fd;
    }

    /** Returns all messages that answer a dump request; it is asked again while the dump was changed under way. */
    List<Message> dump(String what, byte[] request) throws IOException {
        for (var attempt = 0; attempt < DUMP_ATTEMPTS; attempt++) {
            var answer = dumpOnce(what, request);
            if (answer.stream().noneMatch(Message::interrupted)) {
                return answer;
            }
        }
        throw new IOException(what + ": changed during each of " + DUMP_ATTEMPTS + " attempts");
    }

    /** Makes a change and returns the kernel's errno, or nothing where it succeeded. */
    OptionalInt change(byte[] request) throws IOException {
        Libc.send(fd, request);
        while (true) {
            for (var message : receive()) {
                var status = message.status();
                if (status.isPresent()) {
                    return status.getAsInt() == 0 ? OptionalInt.empty() : status;
                }
            }
        }
    }

    private List<Message> dumpOnce(String what, byte[] request) throws IOException {
        Libc.send(fd, request);
        var answer = new ArrayList<Message>();
        while (true) {
            for (var message : receive()) {
                var status = message.status();
                if (status.isEmpty()) {
                    answer.add(message);
                } else if (status.getAsInt() != 0) {
                    throw new ErrnoException(what, status.getAsInt());
                } else {
                    return answer;
                }
            }
        }
    }

    private List<Message> receive() throws IOException {
        var length = Libc.receive(fd, buffer);
        if (length > buffer.byteSize()) {
            throw new IOException("netlink datagram of " + length + " bytes is larger than the buffer");
        }
        return NetlinkMessages.split(buffer.asSlice(0, length).toArray(JAVA_BYTE));
    }

    @Override
    public void close() throws IOException {
        arena.close();
        SystemCalls.close(fd);
    }
}

package dev.patchbay.multus.netns;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Netlink messages and their attributes, from bytes (linux/netlink.h). */
final class NetlinkMessages {

    private static final int HEADER_BYTES = 16;
    private static final short NLMSG_ERROR = 2;
    private static final short NLMSG_DONE = 3;
    private static final short NLM_F_DUMP_INTR = 0x10;

    /** Without the flags "nested" and "network byte order" of an attribute's type. */
    private static final int ATTRIBUTE_TYPE = 0x3fff;

    private NetlinkMessages() {}

    /** One message of a datagram. */
    record Message(short type, short flags, ByteBuffer payload) {

        /** Returns 0 at the end of a dump or for an acknowledgement, the errno for a failure, nothing for data. */
        OptionalInt status() {
            var carriesStatus = type == NLMSG_ERROR || type == NLMSG_DONE;
            // An old kernel's end of a dump carries nothing.
            return !carriesStatus
                    ? OptionalInt.empty()
                    : OptionalInt.of(payload.remaining() < Integer.BYTES ? 0 : -payload.getInt(0));
        }

        /** Returns whether what is dumped changed meanwhile, so that entries may be missing. */
        boolean interrupted() {
            return (flags & NLM_F_DUMP_INTR) != 0;
        }
    }

    /** Splits a datagram into its messages. */
    static List<Message> split(byte[] datagram) {
        var bytes = ByteBuffer.wrap(datagram).order(ByteOrder.nativeOrder());
        var messages = new ArrayList<Message>();
        while (bytes.remaining() >= HEADER_BYTES) {
            var start = bytes.position();
            var length = bytes.getInt(start);
            if (length < HEADER_BYTES || length > bytes.remaining()) {
                throw new IllegalArgumentException("netlink message of " + length + " bytes at " + start + " of "
                        + datagram.length + " does not fit its datagram");
            }
            messages.add(new Message(
                    bytes.getShort(start + 4),
                    bytes.getShort(start + 6),
                    slice(bytes, start + HEADER_BYTES, length - HEADER_BYTES)));
            bytes.position(Math.min(start + aligned(length), bytes.limit()));
        }
        return messages;
    }

    /** Reads the attributes that follow a message's fixed part. */
    static Map<Integer, ByteBuffer> attributes(ByteBuffer message, int from) {
        var attributes = new LinkedHashMap<Integer, ByteBuffer>();
        for (var at = from; at + 4 <= message.limit(); ) {
            var length = Short.toUnsignedInt(message.getShort(at));
            if (length < 4 || at + length > message.limit()) {
                throw new IllegalArgumentException(
                        "netlink attribute of " + length + " bytes does not fit its message");
            }
            attributes.put(message.getShort(at + 2) & ATTRIBUTE_TYPE, slice(message, at + 4, length - 4));
            at += aligned(length);
        }
        return attributes;
    }

    static ByteBuffer slice(ByteBuffer bytes, int from, int length) {
        return bytes.slice(from, length).order(ByteOrder.nativeOrder());
    }

    static int aligned(int length) {
        return (length + 3) & ~3;
    }
}

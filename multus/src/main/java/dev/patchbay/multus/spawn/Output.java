package dev.patchbay.multus.spawn;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** What a program printed on one of its streams, kept within a limit. */
public sealed interface Output {

    /** Takes what was read; returns whether more may come. */
    boolean take(byte[] bytes);

    /** Returns what is kept. */
    String text();

    /** Returns an answer's keeper: more than {@code limit} bytes are refused. */
    static Output bounded(int limit) {
        return new Bounded(limit, new ByteArrayOutputStream());
    }

    /** Returns a log's keeper: of a program that has much to say, the end is kept. */
    static Output end(int limit) {
        return new End(limit, new ByteArrayOutputStream());
    }

    /** Keeps the beginning. */
    record Bounded(int limit, ByteArrayOutputStream kept) implements Output {

        @Override
        public boolean take(byte[] bytes) {
            if (kept.size() + bytes.length > limit) {
                return false;
            }
            kept.writeBytes(bytes);
            return true;
        }

        @Override
        public String text() {
            return kept.toString(StandardCharsets.UTF_8);
        }
    }

    /** Keeps the end. */
    record End(int limit, ByteArrayOutputStream kept) implements Output {

        @Override
        public boolean take(byte[] bytes) {
            if (kept.size() + bytes.length > limit) {
                var former = kept.toByteArray();
                kept.reset();
                kept.write(former, former.length / 2, former.length - former.length / 2);
            }
            kept.writeBytes(bytes);
            return true;
        }

        @Override
        public String text() {
            return kept.toString(StandardCharsets.UTF_8);
        }
    }
}

package dev.patchbay.verticles.bus;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;

/** Hands messages over by reference: they are immutable and never leave the process. */
final class LocalCodec implements MessageCodec<Object, Object> {

    static final String NAME = "patchbay.local";

    @Override
    public void encodeToWire(Buffer buffer, Object message) {
        throw new UnsupportedOperationException("messages stay inside this process");
    }

    @Override
    public Object decodeFromWire(int position, Buffer buffer) {
        throw new UnsupportedOperationException("messages stay inside this process");
    }

    @Override
    public Object transform(Object message) {
        return message;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public byte systemCodecID() {
        return -1;
    }
}

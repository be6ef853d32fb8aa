package dev.patchbay.verticles.ipam.store;

import java.io.IOException;

/** A block is there but cannot be understood, e.g. as somebody has edited it. The message names it and says why. */
public final class UnreadableBlockException extends IOException {

    private static final long serialVersionUID = 1L;

    UnreadableBlockException(String message) {
        super(message);
    }
}

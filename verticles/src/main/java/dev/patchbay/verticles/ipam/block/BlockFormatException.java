package dev.patchbay.verticles.ipam.block;

/** A stored block cannot be read, or contradicts itself. Nothing may be given from it, and nothing freed in it. */
public final class BlockFormatException extends Exception {

    private static final long serialVersionUID = 1L;

    BlockFormatException(String message) {
        super(message);
    }

    BlockFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}

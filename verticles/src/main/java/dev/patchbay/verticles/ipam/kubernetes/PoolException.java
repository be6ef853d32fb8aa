package dev.patchbay.verticles.ipam.kubernetes;

/** A pool cannot be used; the message says which, and why. */
final class PoolException extends Exception {

    private static final long serialVersionUID = 1L;

    PoolException(String message) {
        super(message, null, false, false);
    }
}

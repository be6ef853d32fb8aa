package dev.patchbay.verticles.main;

/** A start that failed. The message says what is wrong and what to do. */
final class StartException extends Exception {

    private static final long serialVersionUID = 1L;

    StartException(String message) {
        super(message);
    }

    StartException(String message, Throwable cause) {
        super(message, cause);
    }
}

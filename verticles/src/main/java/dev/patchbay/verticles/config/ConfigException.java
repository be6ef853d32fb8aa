package dev.patchbay.verticles.config;

/** A configuration that cannot be used. The message says what is wrong, where, and what to do. */
public final class ConfigException extends Exception {

    private static final long serialVersionUID = 1L;

    ConfigException(String message) {
        super(message);
    }
}

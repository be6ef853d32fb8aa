package dev.patchbay.verticles.ipam.engine;

/** The store did not answer in time. Nothing is lost: asking again gives what may have been written meanwhile. */
public final class StoreUnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    StoreUnavailableException(String trouble) {
        super("the addresses could not be written in time: " + trouble, null, false, false);
    }
}

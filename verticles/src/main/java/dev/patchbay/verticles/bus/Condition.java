package dev.patchbay.verticles.bus;

/**
 * The pod condition {@code patchbay.dev/NetworksReady}; it may serve as a readiness gate.
 *
 * @param ready   the condition's status: True or False
 * @param reason  one word in CamelCase
 * @param message for people: each NIC that is not ready, and why
 */
public record Condition(boolean ready, String reason, String message) {

    /** The condition's type. */
    public static final String TYPE = "patchbay.dev/NetworksReady";
}

package dev.patchbay.verticles.bus;

/**
 * A typed address of the event bus.
 *
 * @param name the address
 * @param <Q>  the message
 * @param <R>  the answer; {@link Void} where there is none
 */
@SuppressWarnings("UnusedTypeParameter") // they type the messages of those who use the address
public record Address<Q, R>(String name) {}

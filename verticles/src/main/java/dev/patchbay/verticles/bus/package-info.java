/** The addresses of the event bus, and the immutable records that travel there by reference. */
package dev.patchbay.verticles.bus;

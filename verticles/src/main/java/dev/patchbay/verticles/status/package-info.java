/** Writes back: network-status and the condition in one patch of {@code pods/status}, and Events beside it. */
package dev.patchbay.verticles.status;

/**
 * Starts a program and talks with it over its three standard streams, in the calling thread alone: a plugin's run is a few
 * milliseconds, of which the JDK's helper program and a thread per stream would be a good part.
 */
package dev.patchbay.multus.spawn;

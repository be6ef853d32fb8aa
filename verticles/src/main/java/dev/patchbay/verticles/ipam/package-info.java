/** The shared IPAM: the verticle, and everything below it. */
package dev.patchbay.verticles.ipam;

/**
 * The {@code ipam} section of a network configuration, in Patchbay's own form and in those of whereabouts and host-local,
 * so that an existing NAD changes one word. The door is {@link dev.patchbay.verticles.ipam.config.IpamConfig}.
 */
package dev.patchbay.verticles.ipam.config;

/** Addresses of 128 bits, spans of them and sets of spans: exact arithmetic that never enumerates. */
package dev.patchbay.verticles.ipam.address;

/** Calls of the C library through the foreign function interface: what all that make such calls share. */
package dev.patchbay.multus.os;

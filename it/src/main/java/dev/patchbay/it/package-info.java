/** The product against real parts. */
package dev.patchbay.it;

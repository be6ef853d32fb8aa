/** The command line, and how the parts are put together. */
package dev.patchbay.verticles.main;

/** This machine, as the tests see it: commands, network namespaces, and what is left behind. */
package dev.patchbay.it.host;

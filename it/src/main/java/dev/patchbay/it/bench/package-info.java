/** How fast it is, compared in one run with the plugin run by hand. */
package dev.patchbay.it.bench;

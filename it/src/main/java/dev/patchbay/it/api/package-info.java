/** An API server for the tests and the demo. */
package dev.patchbay.it.api;

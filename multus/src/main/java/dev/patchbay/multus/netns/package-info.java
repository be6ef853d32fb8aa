/** A look into a network namespace, and the proof that it is the one that is meant. */
package dev.patchbay.multus.netns;

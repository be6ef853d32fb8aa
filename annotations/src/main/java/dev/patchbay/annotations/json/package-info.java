/** Reading JSON that a stranger wrote, and quoting it in a message: bounded, so that no text can exhaust the reader. */
package dev.patchbay.annotations.json;

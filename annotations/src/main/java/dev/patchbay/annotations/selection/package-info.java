/** What a user asks for: the networks annotation, parsed and validated as Multus does. */
package dev.patchbay.annotations.selection;

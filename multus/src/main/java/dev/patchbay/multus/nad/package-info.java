/** From a NetworkAttachmentDefinition and a selection element to the parameters of a CNI call. */
package dev.patchbay.multus.nad;

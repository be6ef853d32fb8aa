/**
 * NetworkAttachmentDefinitions and the CNI runtime: everything between "this element is wanted" and "the link is in the
 * namespace". Plain blocking Java without Kubernetes client and without Vert.x: callers choose the thread.
 */
package dev.patchbay.multus;

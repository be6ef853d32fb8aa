/** Acts on the sandboxes of this node: looks into them, makes and removes attachments, sweeps. */
package dev.patchbay.verticles.agent;

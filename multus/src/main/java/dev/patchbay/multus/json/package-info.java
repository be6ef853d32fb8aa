/** How this module reads and writes JSON. */
package dev.patchbay.multus.json;

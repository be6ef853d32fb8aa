/** What a pod has: the network-status annotation, read, merged and written. */
package dev.patchbay.annotations.status;

/** From the API server's pods to what Patchbay cares about; used wherever a pod is received. */
package dev.patchbay.verticles.pods;

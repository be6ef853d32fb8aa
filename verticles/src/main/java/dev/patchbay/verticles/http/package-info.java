/** Tells how things are: {@code /healthz}, {@code /readyz}, {@code /metrics}. */
package dev.patchbay.verticles.http;

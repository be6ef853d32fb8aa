/** Decides what must happen to each pod, and sees it through: one lane per pod, newest state wins. */
package dev.patchbay.verticles.reconcile;

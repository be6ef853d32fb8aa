package dev.patchbay.verticles.bus;

import dev.patchbay.multus.nad.PodRef;

/** The question what a pod's sandbox is and has. */
public record Inspect(PodRef pod) {}

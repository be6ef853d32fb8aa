package dev.patchbay.verticles.bus;

import dev.patchbay.multus.nad.PodRef;
import java.util.Optional;

/**
 * The order to write back.
 *
 * @param pod           the pod; its UID guards the write
 * @param networkStatus the whole annotation; empty: leave it
 * @param condition     the condition; empty: leave it
 * @param turns         whether the condition's status becomes another one: then its transition time is now
 */
public record StatusWrite(PodRef pod, Optional<String> networkStatus, Optional<Condition> condition, boolean turns) {}

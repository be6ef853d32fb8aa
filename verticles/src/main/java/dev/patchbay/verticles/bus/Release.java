package dev.patchbay.verticles.bus;

import java.util.Optional;

/**
 * The order to free what a pod's attachments hold.
 *
 * @param podUid the pod
 * @param except the sandbox whose attachments stay; empty: none stays
 */
public record Release(String podUid, Optional<String> except) {}

package dev.patchbay.multus.attach;

import dev.patchbay.multus.nad.Nad;
import dev.patchbay.multus.nad.PodRef;
import java.util.Optional;

/**
 * The order to remove one attachment.
 *
 * @param nad its network, as it is now: used only where no cache knows what ADD got
 */
public record UnplugOrder(SandboxRef sandbox, PodRef pod, String interfaceName, Optional<Nad> nad) {}

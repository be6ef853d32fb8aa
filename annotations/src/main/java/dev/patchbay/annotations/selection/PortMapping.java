package dev.patchbay.annotations.selection;

import java.util.Optional;

/**
 * One entry of the {@code portMappings} capability.
 *
 * @param hostPort      port on the node, 1 to 65535
 * @param containerPort port in the pod, 1 to 65535
 * @param protocol      {@code tcp}, {@code udp} or {@code sctp}, lower case
 * @param hostIp        address of the node that the mapping is bound to; empty for all
 */
public record PortMapping(int hostPort, int containerPort, String protocol, Optional<String> hostIp) {}

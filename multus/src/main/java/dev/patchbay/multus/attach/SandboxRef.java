package dev.patchbay.multus.attach;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The sandbox that an attachment is made in, as the container runtime told it.
 *
 * @param id    the sandbox's ID
 * @param netns the path of its network namespace
 * @param pid   its process, where the runtime keeps one
 */
public record SandboxRef(String id, Path netns, OptionalLong pid) {}

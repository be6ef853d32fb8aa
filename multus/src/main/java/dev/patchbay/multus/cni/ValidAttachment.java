package dev.patchbay.multus.cni;

/** An attachment that GC must keep (CNI specification, section 2, GC). */
public record ValidAttachment(String containerId, String interfaceName) {}

package dev.patchbay.verticles.agent;

import dev.patchbay.cri.CriClient;
import dev.patchbay.multus.attach.Attacher;
import dev.patchbay.multus.cache.AttachmentCache;
import dev.patchbay.multus.cache.ForeignCaches;
import dev.patchbay.multus.netns.NetworkNamespaces;
import io.micrometer.core.instrument.MeterRegistry;

/** What the agent works with. */
public record AgentParts(
        CriClient cri,
        AttachmentCache cache,
        ForeignCaches foreign,
        NetworkNamespaces namespaces,
        Attacher attacher,
        MeterRegistry meters) {}

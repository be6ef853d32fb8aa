package dev.patchbay.verticles.agent;

import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.multus.attach.AttachException;
import dev.patchbay.multus.cache.AttachmentCache;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;

/** How many attachments are made and removed, how long it takes, and how often it fails. */
final class AgentMeters {

    private final MeterRegistry registry;

    AgentMeters(MeterRegistry registry, AttachmentCache cache) {
        this.registry = registry;
        registry.gauge("patchbay.attachments", cache, c -> c.all().size());
    }

    List<NetworkStatus> plug(AgentVerticle.Work work) throws AttachException {
        return timed("plug", work);
    }

    List<NetworkStatus> unplug(AgentVerticle.Work work) throws AttachException {
        return timed("unplug", work);
    }

    private List<NetworkStatus> timed(String verb, AgentVerticle.Work work) throws AttachException {
        var sample = Timer.start(registry);
        var outcome = "failed";
        try {
            var done = work.run();
            outcome = "done";
            return done;
        } finally {
            sample.stop(Timer.builder("patchbay.attachment")
                    .description("Time to make or remove one attachment")
                    .tag("verb", verb)
                    .tag("outcome", outcome)
                    .publishPercentileHistogram()
                    .register(registry));
        }
    }
}

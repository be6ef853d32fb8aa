package dev.patchbay.annotations.plan;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.status.NetworkStatus;
import java.util.List;
import java.util.Set;

/**
 * What is known about a pod's present sandbox. Where the sources disagree, the caches and the namespace win over the
 * annotation, which somebody may have edited by hand.
 *
 * @param status  the network-status annotation
 * @param applied attachments that a cache on this node vouches for
 * @param links   names of the links in the pod's network namespace
 * @param nads    the NADs that exist in the cluster, as far as the status names them
 */
public record Observation(List<NetworkStatus> status, List<Applied> applied, Set<String> links, Set<NetworkName> nads) {

    public Observation {
        status = List.copyOf(status);
        applied = List.copyOf(applied);
        links = Set.copyOf(links);
        nads = Set.copyOf(nads);
    }
}

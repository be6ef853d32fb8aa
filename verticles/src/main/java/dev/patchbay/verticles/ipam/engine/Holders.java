package dev.patchbay.verticles.ipam.engine;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.patchbay.verticles.ipam.block.Lease;
import dev.patchbay.verticles.ipam.block.Owner;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Who has addresses, for people. */
final class Holders {

    private static final int NAMED = 3;

    private Holders() {}

    /** Returns who has an address. */
    static String name(Lease lease) {
        return switch (lease.owner()) {
            case Owner.PodOwner pod -> "pod %s/%s (%s)".formatted(pod.namespace(), pod.pod(), pod.ifname());
            case Owner.ContainerOwner container ->
                "container %s (%s)".formatted(container.containerId(), container.ifname());
            case Owner.ClaimOwner claim -> "claim %s/%s".formatted(claim.namespace(), claim.claim());
        };
    }

    /** Returns the namespaces that have the most, most first; containers of no pod count as one. */
    static Map<String, Long> biggest(Stream<Lease> leases) {
        var counts = leases.collect(groupingBy(Holders::namespace, counting()));
        var biggest = new LinkedHashMap<String, Long>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(NAMED)
                .forEach(e -> biggest.put(e.getKey(), e.getValue()));
        return biggest;
    }

    private static String namespace(Lease lease) {
        return switch (lease.owner()) {
            case Owner.PodOwner pod -> "namespace " + pod.namespace();
            case Owner.ContainerOwner _ -> "containers without a pod";
            case Owner.ClaimOwner claim -> "namespace " + claim.namespace();
        };
    }
}

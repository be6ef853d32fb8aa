package dev.patchbay.annotations.plan;

import static java.util.function.Predicate.not;
import static java.util.stream.Collectors.toCollection;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.plan.Applied.Origin;
import dev.patchbay.annotations.status.NetworkStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a pod has, from all that was observed. The caches are the truth; a status entry adds to it only where no cache
 * accounts for its interface. The default network is left out: it is neither matched nor removed.
 *
 * @param attachments in status order; those without a status entry come last, in the caches' order
 * @param ghosts      status entries whose link is gone
 * @param nameless    status entries without interface that no cache accounts for: there is nothing to look for
 * @param takenNames  interface names that a new attachment must not take
 */
record Inventory(
        List<Attachment> attachments,
        List<NetworkStatus> ghosts,
        List<NetworkStatus> nameless,
        Set<String> takenNames) {

    /** What the container runtime attaches by itself and keeps in its cache: the default network and the loopback. */
    private static final Set<String> RUNTIME_INTERFACES = Set.of("eth0", "lo");

    static Inventory of(Observation seen) {
        return new Builder(seen).build();
    }

    /** Walks through the status once. */
    private static final class Builder {

        private final Observation seen;
        private final List<Applied> applied;
        private final Set<Applied> placed = new HashSet<>();
        private final Set<String> statusOnlyInterfaces = new HashSet<>();
        private final List<Attachment> attachments = new ArrayList<>();
        private final List<NetworkStatus> ghosts = new ArrayList<>();
        private final List<NetworkStatus> nameless = new ArrayList<>();
        private final Set<String> takenNames;

        Builder(Observation seen) {
            this.seen = seen;
            this.applied = onePerInterface(seen.applied());
            this.takenNames = new HashSet<>(seen.links());
            applied.forEach(a -> takenNames.addAll(interfaces(a)));
        }

        Inventory build() {
            for (var entry : seen.status()) {
                var owners = applied.stream().filter(a -> owns(a, entry)).toList();
                if (owners.isEmpty()) {
                    addEntry(entry);
                } else {
                    owners.stream().filter(not(placed::contains)).findFirst().ifPresent(this::addApplied);
                }
            }
            for (var a : applied) {
                if (!placed.contains(a)) {
                    addApplied(a);
                }
            }
            return new Inventory(attachments, ghosts, nameless, takenNames);
        }

        private void addApplied(Applied a) {
            placed.add(a);
            if (!isDefault(a)) {
                attachments.add(new Attachment(
                        a.interfaceName(),
                        a.network().or(() -> networkFromStatus(a)),
                        a.networkName(),
                        a.request(),
                        isLost(a),
                        Optional.empty()));
            }
        }

        private void addEntry(NetworkStatus entry) {
            if (entry.isDefault()) {
                entry.interfaceName().ifPresent(takenNames::add);
            } else if (entry.interfaceName().isEmpty()) {
                nameless.add(entry);
            } else {
                addEntry(entry, entry.interfaceName().get());
            }
        }

        private void addEntry(NetworkStatus entry, String interfaceName) {
            if (!statusOnlyInterfaces.add(interfaceName)) {
                return;
            }
            if (!seen.links().contains(interfaceName)) {
                ghosts.add(entry);
                return;
            }
            var network = NetworkName.parse(entry.name());
            boolean isAttachment = network.filter(seen.nads()::contains).isPresent();
            attachments.add(new Attachment(
                    interfaceName,
                    network,
                    entry.name(),
                    Optional.empty(),
                    false,
                    isAttachment ? Optional.empty() : Optional.of(entry)));
        }

        private Optional<NetworkName> networkFromStatus(Applied a) {
            return entriesOf(a)
                    .filter(entry -> entry.interfaceName()
                            .filter(a.interfaceName()::equals)
                            .isPresent())
                    .findFirst()
                    .flatMap(entry -> NetworkName.parse(entry.name()));
        }

        private boolean isDefault(Applied a) {
            return (a.origin() == Origin.OTHER && RUNTIME_INTERFACES.contains(a.interfaceName()))
                    || Stream.concat(a.status().stream(), entriesOf(a)).anyMatch(NetworkStatus::isDefault);
        }

        /**
         * An attachment that published no interface has no link that could be lost; one whose plugin chose another name
         * than it was given is there as long as that link is.
         */
        private boolean isLost(Applied a) {
            var published = a.status().stream()
                    .flatMap(entry -> entry.interfaceName().stream())
                    .toList();
            boolean isPublished = published.contains(a.interfaceName());
            var own = isPublished ? List.of(a.interfaceName()) : published;
            return !own.isEmpty() && own.stream().noneMatch(seen.links()::contains);
        }

        private Stream<NetworkStatus> entriesOf(Applied a) {
            return seen.status().stream().filter(entry -> owns(a, entry));
        }
    }

    /** One result may have several interfaces in the pod, each with its own entry. */
    private static boolean owns(Applied a, NetworkStatus entry) {
        return entry.interfaceName()
                .map(name -> interfaces(a).contains(name))
                .orElseGet(() -> a.status().stream()
                        .anyMatch(own ->
                                own.interfaceName().isEmpty() && own.name().equals(entry.name())));
    }

    private static Set<String> interfaces(Applied a) {
        return Stream.concat(
                        Stream.of(a.interfaceName()),
                        a.status().stream().flatMap(entry -> entry.interfaceName().stream()))
                .collect(toCollection(LinkedHashSet::new));
    }

    /** Where Patchbay attached through Multus, both keep a record; Patchbay's own says more. */
    private static List<Applied> onePerInterface(List<Applied> applied) {
        var byInterface = new LinkedHashMap<String, Applied>();
        for (var a : applied) {
            byInterface.merge(
                    a.interfaceName(),
                    a,
                    (first, second) ->
                            second.origin() == Origin.PATCHBAY && first.origin() == Origin.OTHER ? second : first);
        }
        return List.copyOf(byInterface.values());
    }
}

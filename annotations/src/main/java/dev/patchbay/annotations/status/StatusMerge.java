package dev.patchbay.annotations.status;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * Merges what this node knows into a network-status that others write as well. Their entries keep meaning and place; the
 * entry of the default network is never removed; no interface has two entries.
 */
public final class StatusMerge {

    private StatusMerge() {}

    /**
     * Returns the status after attachments were removed and made.
     *
     * @param current           the annotation's entries
     * @param removedInterfaces interfaces that are gone
     * @param published         all entries of the attachments that were made; an interface that has an entry already is
     *                          replaced in its place, also if it was removed before; the others are appended in the order
     *                          given
     */
    public static List<NetworkStatus> merge(
            List<NetworkStatus> current, Set<String> removedInterfaces, List<NetworkStatus> published) {
        var merged = byKey(current, (first, second) -> second.isDefault() && !first.isDefault() ? second : first);
        var fresh = byKey(published, (first, second) -> second);
        merged.entrySet()
                .removeIf(old -> !old.getValue().isDefault()
                        && removedInterfaces.contains(old.getKey().interfaceName())
                        && !fresh.containsKey(old.getKey()));
        fresh.forEach((key, entry) ->
                merged.merge(key, entry, (old, now) -> old.isDefault() && !now.isDefault() ? old : now));
        return List.copyOf(merged.values());
    }

    /**
     * Returns the status without the given entries: ghosts, or the entry of an attachment that published no interface. An
     * entry is known by its interface, or, where it has none, by its name.
     */
    public static List<NetworkStatus> drop(List<NetworkStatus> current, List<NetworkStatus> gone) {
        var kept = byKey(current, (first, second) -> first);
        byKey(gone, (first, second) -> first).keySet().stream()
                .filter(key -> kept.containsKey(key) && !kept.get(key).isDefault())
                .forEach(kept::remove);
        return List.copyOf(kept.values());
    }

    /**
     * Returns the status with new entries at the place that the annotation gives them, e.g. that of an attachment that
     * failed at first and was made after those behind it. Entries that were there keep their order.
     *
     * @param current        the entries that were there before
     * @param interfaceNames the interfaces in the annotation's order
     */
    public static List<NetworkStatus> place(
            List<NetworkStatus> merged, List<NetworkStatus> current, List<String> interfaceNames) {
        var before = current.stream().map(NetworkStatus::interfaceName).collect(Collectors.toSet());
        var placed = new ArrayList<NetworkStatus>();
        for (var entry : merged) {
            int rank = rank(entry, interfaceNames);
            int at = placed.size();
            if (rank >= 0 && !before.contains(entry.interfaceName())) {
                while (at > 0 && rank(placed.get(at - 1), interfaceNames) > rank) {
                    at--;
                }
            }
            placed.add(at, entry);
        }
        return List.copyOf(placed);
    }

    /** Entries whose interface the annotation does not name stand where they stand. */
    private static int rank(NetworkStatus entry, List<String> interfaceNames) {
        return entry.interfaceName().map(interfaceNames::indexOf).orElse(-1);
    }

    /**
     * What makes two entries the same one: the interface; where there is none, the name, and the how-manieth entry of that
     * name it is, as one network can be attached several times.
     */
    private record Key(String interfaceName, String name, int number) {}

    private static Map<Key, NetworkStatus> byKey(List<NetworkStatus> entries, BinaryOperator<NetworkStatus> choice) {
        var keyed = new LinkedHashMap<Key, NetworkStatus>();
        var seen = new HashMap<String, Integer>();
        for (var entry : entries) {
            var key = entry.interfaceName()
                    .map(name -> new Key(name, "", 0))
                    .orElseGet(() -> new Key("", entry.name(), seen.merge(entry.name(), 1, Integer::sum)));
            keyed.merge(key, entry, choice);
        }
        return keyed;
    }
}

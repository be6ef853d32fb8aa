package dev.patchbay.verticles.reconcile;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.plan.AttachmentPlan;
import dev.patchbay.annotations.plan.AttachmentPlan.Plug;
import dev.patchbay.annotations.plan.AttachmentPlan.Reason;
import dev.patchbay.annotations.plan.AttachmentPlan.Unplug;
import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.multus.nad.Nad;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Small pure helpers around a plan. */
final class Plans {

    private Plans() {}

    /** Returns the plan with an unplug, first of all, for each owed DEL that no step of the plan settles. */
    static AttachmentPlan withDebts(AttachmentPlan plan, Set<String> debts) {
        var settled = Stream.concat(
                        plan.unplugs().stream().map(Unplug::interfaceName),
                        plan.plugs().stream().map(Plug::interfaceName))
                .collect(Collectors.toSet());
        var unplugs = new ArrayList<Unplug>();
        debts.stream()
                .filter(name -> !settled.contains(name))
                .sorted()
                .forEach(name ->
                        unplugs.add(new Unplug(name, Optional.empty(), "an attempt that failed", Reason.REQUESTED)));
        unplugs.addAll(plan.unplugs());
        return new AttachmentPlan(unplugs, plan.plugs(), plan.kept(), plan.untouched(), plan.ghosts());
    }

    /** Returns the NADs that {@code entries} name and that exist. */
    static Set<NetworkName> existing(List<NetworkStatus> entries, Function<NetworkName, Optional<Nad>> nads) {
        return entries.stream()
                .map(NetworkStatus::name)
                .map(name -> name.split("/", -1))
                .filter(parts -> parts.length == 2)
                .map(parts -> new NetworkName(parts[0], parts[1]))
                .filter(name -> nads.apply(name).isPresent())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the entries of these interfaces. */
    static List<NetworkStatus> entriesOf(List<NetworkStatus> entries, Collection<String> interfaceNames) {
        return entries.stream()
                .filter(e -> e.interfaceName().filter(interfaceNames::contains).isPresent())
                .toList();
    }

    static Set<String> union(Set<String> one, Collection<String> other) {
        var all = new HashSet<>(one);
        all.addAll(other);
        return all;
    }

    /** Returns what is left alone, for the user. */
    static String describeUntouched(AttachmentPlan plan) {
        return plan.untouched().stream()
                .map(e -> "%s (%s)".formatted(e.interfaceName().orElse("an unnamed interface"), e.name()))
                .collect(Collectors.joining(", ", "left alone, as nothing on this node tells who made it: ", ""));
    }
}

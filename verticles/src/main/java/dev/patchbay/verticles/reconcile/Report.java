package dev.patchbay.verticles.reconcile;

import dev.patchbay.annotations.plan.Applied;
import dev.patchbay.annotations.plan.AttachmentPlan;
import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.annotations.status.StatusMerge;
import dev.patchbay.multus.nad.PodRef;
import dev.patchbay.verticles.bus.Condition;
import dev.patchbay.verticles.bus.Inspection;
import dev.patchbay.verticles.bus.PodEvent;
import dev.patchbay.verticles.bus.PodEvent.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the user is told after a plan was carried out: network-status, condition and Events. Pure functions. */
final class Report {

    private static final int CONDITION_LIMIT = 4096;

    private Report() {}

    /** Returns the network-status that is true now. */
    static List<NetworkStatus> status(
            List<NetworkStatus> current, Inspection.Ready seen, AttachmentPlan plan, List<StepResult> results) {
        var published = new ArrayList<NetworkStatus>();
        if (current.stream().noneMatch(NetworkStatus::isDefault)) {
            seen.defaultNetwork().ifPresent(published::add);
        }
        published.addAll(keptEntries(current, seen, plan));
        var removed = new HashSet<String>();
        for (var result : results) {
            switch (result) {
                case StepResult.Unplugged done -> removed.addAll(interfacesOf(done.step(), seen));
                case StepResult.Plugged done -> published.addAll(done.status());
                case StepResult.PlugFailed _, StepResult.UnplugFailed _ -> {}
            }
        }
        var merged = StatusMerge.merge(StatusMerge.drop(current, plan.ghosts()), removed, published);
        var placed = StatusMerge.place(merged, current, order(plan));
        return placed.stream().noneMatch(NetworkStatus::isDefault) ? placed : defaultFirst(placed);
    }

    /** Returns the interfaces as the annotation orders them. */
    private static List<String> order(AttachmentPlan plan) {
        var names = new TreeMap<Integer, String>();
        plan.kept().forEach(kept -> names.put(kept.index(), kept.interfaceName()));
        plan.plugs().forEach(plug -> names.put(plug.index(), plug.interfaceName()));
        return List.copyOf(names.values());
    }

    /** Entries of kept attachments that the annotation lacks or has wrong: the cache of the present sandbox wins. */
    private static List<NetworkStatus> keptEntries(
            List<NetworkStatus> current, Inspection.Ready seen, AttachmentPlan plan) {
        Map<String, Applied> applied = seen.applied().stream()
                .collect(Collectors.toMap(Applied::interfaceName, a -> a, (first, _) -> first, HashMap::new));
        var entries = new ArrayList<NetworkStatus>();
        for (var kept : plan.kept()) {
            var attachment = applied.get(kept.interfaceName());
            if (attachment == null) {
                continue;
            }
            for (var entry : attachment.status()) {
                var named = named(entry, kept.element().network().toString());
                if (current.stream().noneMatch(c -> agrees(c, named, attachment.origin()))) {
                    entries.add(named);
                }
            }
        }
        return entries;
    }

    private static boolean agrees(NetworkStatus current, NetworkStatus cached, Applied.Origin origin) {
        return current.interfaceName().equals(cached.interfaceName())
                && (origin == Applied.Origin.OTHER
                        || (current.name().equals(cached.name())
                                && current.ips().equals(cached.ips())
                                && current.mac().equals(cached.mac())));
    }

    private static NetworkStatus named(NetworkStatus entry, String name) {
        return new NetworkStatus(
                name,
                entry.interfaceName(),
                entry.ips(),
                entry.mac(),
                entry.mtu(),
                entry.isDefault(),
                entry.gateway(),
                entry.dns(),
                entry.deviceInfo(),
                entry.unknown());
    }

    private static List<String> interfacesOf(AttachmentPlan.Unplug step, Inspection.Ready seen) {
        var names = new ArrayList<>(List.of(step.interfaceName()));
        seen.applied().stream()
                .filter(a -> a.interfaceName().equals(step.interfaceName()))
                .flatMap(a -> a.status().stream())
                .forEach(entry -> entry.interfaceName().ifPresent(names::add));
        return names;
    }

    private static List<NetworkStatus> defaultFirst(List<NetworkStatus> entries) {
        var ordered = new ArrayList<NetworkStatus>();
        entries.stream().filter(NetworkStatus::isDefault).forEach(ordered::add);
        entries.stream().filter(e -> !e.isDefault()).forEach(ordered::add);
        return ordered;
    }

    /** Returns the condition: ready, or each interface that is not, and why. */
    static Condition condition(List<StepResult> results) {
        var troubles = results.stream().flatMap(r -> trouble(r).stream()).toList();
        return troubles.isEmpty()
                ? new Condition(true, "AllInterfacesReady", "")
                : new Condition(false, "InterfacesNotReady", shortened(String.join("; ", troubles)));
    }

    /** Returns a line for the log for each step that was tried in this pass and failed. */
    static List<String> failures(List<StepResult> results) {
        return results.stream()
                .filter(Report::wasTried)
                .flatMap(r -> trouble(r).stream())
                .toList();
    }

    private static boolean wasTried(StepResult result) {
        return switch (result) {
            case StepResult.PlugFailed f -> f.tried();
            case StepResult.UnplugFailed f -> f.tried();
            case StepResult.Plugged _, StepResult.Unplugged _ -> true;
        };
    }

    private static Optional<String> trouble(StepResult result) {
        return switch (result) {
            case StepResult.PlugFailed f ->
                Optional.of("%s (%s): %s"
                        .formatted(f.step().interfaceName(), f.step().element().network(), f.reason()));
            case StepResult.UnplugFailed f ->
                Optional.of("%s (%s) cannot be removed: %s"
                        .formatted(f.step().interfaceName(), f.step().displayName(), f.reason()));
            case StepResult.Plugged _, StepResult.Unplugged _ -> Optional.empty();
        };
    }

    private static String shortened(String text) {
        return text.length() <= CONDITION_LIMIT ? text : text.substring(0, CONDITION_LIMIT - 1) + "…";
    }

    /** Returns the Events for what was done and tried in this pass. */
    static List<PodEvent> events(PodRef pod, List<StepResult> results) {
        return results.stream().flatMap(r -> event(pod, r).stream()).toList();
    }

    private static Optional<PodEvent> event(PodRef pod, StepResult result) {
        return switch (result) {
            case StepResult.Plugged done ->
                Optional.of(new PodEvent(
                        pod,
                        Reason.AddedInterface,
                        "added %s%s from network %s"
                                .formatted(
                                        done.step().interfaceName(),
                                        addresses(done.status()),
                                        done.step().element().network())));
            case StepResult.Unplugged done ->
                Optional.of(new PodEvent(
                        pod,
                        Reason.RemovedInterface,
                        "removed %s from network %s"
                                .formatted(
                                        done.step().interfaceName(), done.step().displayName())));
            case StepResult.PlugFailed f
            when f.tried() && f.loud() ->
                Optional.of(new PodEvent(
                        pod,
                        Reason.FailedAddingInterface,
                        "%s from network %s: %s"
                                .formatted(
                                        f.step().interfaceName(),
                                        f.step().element().network(),
                                        f.reason())));
            case StepResult.UnplugFailed f
            when f.tried() && f.loud() ->
                Optional.of(new PodEvent(
                        pod,
                        Reason.FailedRemovingInterface,
                        "%s from network %s: %s"
                                .formatted(f.step().interfaceName(), f.step().displayName(), f.reason())));
            case StepResult.PlugFailed _, StepResult.UnplugFailed _ -> Optional.empty();
        };
    }

    private static String addresses(List<NetworkStatus> status) {
        var words = status.stream().flatMap(entry -> entry.ips().stream()).collect(Collectors.joining(", "));
        return words.isEmpty() ? "" : " [" + words + "]";
    }
}

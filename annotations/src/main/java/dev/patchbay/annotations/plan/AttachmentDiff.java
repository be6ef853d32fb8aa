package dev.patchbay.annotations.plan;

import dev.patchbay.annotations.plan.AttachmentPlan.Kept;
import dev.patchbay.annotations.plan.AttachmentPlan.Plug;
import dev.patchbay.annotations.plan.AttachmentPlan.Reason;
import dev.patchbay.annotations.plan.AttachmentPlan.Unplug;
import dev.patchbay.annotations.selection.NetworkSelectionElement;
import dev.patchbay.annotations.status.NetworkStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides what is plugged, unplugged, replugged and left alone: the difference between what a pod's annotation asks for
 * and what the pod has. This is the only place where that is decided.
 */
public final class AttachmentDiff {

    private final List<NetworkSelectionElement> desired;
    private final Inventory inventory;
    private final Matching matching;
    private final FreeNames freeNames;

    private final List<Plug> plugs = new ArrayList<>();
    private final List<Kept> kept = new ArrayList<>();
    private final Map<Attachment, Reason> removed = new HashMap<>();

    private AttachmentDiff(List<NetworkSelectionElement> desired, Observation seen) {
        this.desired = desired;
        this.inventory = Inventory.of(seen);
        this.matching = new Matching(desired, inventory.attachments());
        this.freeNames = new FreeNames(inventory.takenNames(), desired);
    }

    /**
     * Returns what must happen so that the pod has what is asked for. The same input gives the same plan; once a plan is
     * carried out, the next one is empty.
     *
     * @param desired the annotation's elements; the interface names among them differ from each other
     * @param seen    what is known about the pod's present sandbox
     */
    public static AttachmentPlan plan(List<NetworkSelectionElement> desired, Observation seen) {
        return new AttachmentDiff(desired, seen).plan();
    }

    private AttachmentPlan plan() {
        matching.leftOver().stream()
                .filter(Attachment::isRemovable)
                .forEach(attachment -> removed.put(attachment, whyRemoved(attachment)));
        for (int i = 0; i < desired.size(); i++) {
            var attachment = matching.attachmentOf(i);
            if (attachment.isPresent()) {
                keepOrReplug(i, attachment.get());
            } else {
                plug(i);
            }
        }
        return new AttachmentPlan(unplugs(), plugs, kept, untouched(), inventory.ghosts());
    }

    private void plug(int index) {
        var element = desired.get(index);
        var name = element.interfaceName().orElseGet(freeNames::next);
        boolean isReplaced = removed.keySet().stream()
                .anyMatch(attachment -> attachment.interfaceName().equals(name));
        plugs.add(new Plug(index, element, name, isReplaced ? Reason.REPLACED : Reason.REQUESTED));
    }

    /** A replugged attachment keeps its name, also where the element does not ask for one. */
    private void keepOrReplug(int index, Attachment attachment) {
        var element = desired.get(index);
        var reason = whyReplugged(attachment, element);
        if (reason.isPresent()) {
            removed.put(attachment, reason.get());
            plugs.add(new Plug(index, element, attachment.interfaceName(), reason.get()));
        } else {
            kept.add(new Kept(index, element, attachment.interfaceName()));
        }
    }

    private static Optional<Reason> whyReplugged(Attachment attachment, NetworkSelectionElement element) {
        if (attachment.isLost()) {
            return Optional.of(Reason.LINK_LOST);
        }
        return attachment.wasAskedOtherwise(element.request()) ? Optional.of(Reason.REQUEST_CHANGED) : Optional.empty();
    }

    private Reason whyRemoved(Attachment attachment) {
        var name = Optional.of(attachment.interfaceName());
        boolean isNameAskedFor =
                desired.stream().anyMatch(element -> element.interfaceName().equals(name));
        return isNameAskedFor ? Reason.REPLACED : Reason.REQUESTED;
    }

    /** Last made, first removed: a VLAN may sit on an earlier interface. */
    private List<Unplug> unplugs() {
        return inventory.attachments().reversed().stream()
                .filter(removed::containsKey)
                .map(attachment -> attachment.unplug(removed.get(attachment)))
                .toList();
    }

    private List<NetworkStatus> untouched() {
        return Stream.concat(
                        matching.leftOver().stream().flatMap(attachment -> attachment.foreignEntry().stream()),
                        inventory.nameless().stream())
                .toList();
    }
}

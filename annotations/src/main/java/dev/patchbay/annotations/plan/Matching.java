package dev.patchbay.annotations.plan;

import dev.patchbay.annotations.selection.NetworkSelectionElement;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/** Finds the attachment that each element already has. An attachment satisfies one element at most. */
final class Matching {

    private final List<NetworkSelectionElement> desired;
    private final Set<Attachment> unclaimed;
    private final Map<Integer, Attachment> claimed = new HashMap<>();

    /** Elements with a name choose first; those without take what is left, first what was asked for in the same way. */
    Matching(List<NetworkSelectionElement> desired, Collection<Attachment> attachments) {
        this.desired = desired;
        this.unclaimed = new LinkedHashSet<>(attachments);
        var askedNames = desired.stream()
                .flatMap(element -> element.interfaceName().stream())
                .collect(Collectors.toSet());
        claim((element, attachment) -> element.interfaceName().equals(Optional.of(attachment.interfaceName())));
        BiPredicate<NetworkSelectionElement, Attachment> isFree = (element, attachment) ->
                element.interfaceName().isEmpty() && !askedNames.contains(attachment.interfaceName());
        claim(isFree.and((element, attachment) -> attachment.request().equals(Optional.of(element.request()))));
        claim(isFree);
    }

    /** Returns the attachment that the element at this position has, if there is one. */
    Optional<Attachment> attachmentOf(int index) {
        return Optional.ofNullable(claimed.get(index));
    }

    /** Returns the attachments that no element asks for, in status order. */
    List<Attachment> leftOver() {
        return List.copyOf(unclaimed);
    }

    private void claim(BiPredicate<NetworkSelectionElement, Attachment> suits) {
        for (int i = 0; i < desired.size() && !unclaimed.isEmpty(); i++) {
            var element = desired.get(i);
            if (!claimed.containsKey(i)) {
                var choice = unclaimed.stream()
                        .filter(attachment -> attachment.isOf(element.network()) && suits.test(element, attachment))
                        .findFirst();
                if (choice.isPresent()) {
                    claimed.put(i, choice.get());
                    unclaimed.remove(choice.get());
                }
            }
        }
    }
}

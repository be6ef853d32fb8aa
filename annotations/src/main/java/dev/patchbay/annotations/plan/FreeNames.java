package dev.patchbay.annotations.plan;

import dev.patchbay.annotations.selection.NetworkSelectionElement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Gives each new attachment without a name the lowest free {@code net1}, {@code net2}, ... A name is free if nothing in
 * the pod bears it and no element asks for it; the name of what is being removed stays taken, as the removal may fail.
 */
final class FreeNames {

    private final Set<String> taken;
    private int last;

    FreeNames(Set<String> takenInPod, List<NetworkSelectionElement> desired) {
        this.taken = new HashSet<>(takenInPod);
        desired.forEach(element -> element.interfaceName().ifPresent(taken::add));
    }

    String next() {
        String name;
        do {
            last++;
            name = "net" + last;
        } while (taken.contains(name));
        return name;
    }
}

package dev.patchbay.annotations.selection;

import dev.patchbay.annotations.json.Quote;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rules that hold between the elements of one annotation. The same network twice is legal. */
final class ListRules {

    private final List<Problem> problems;
    private final Map<String, Integer> elementOfInterface = new HashMap<>();
    private final Map<String, Integer> elementOfFamily = new HashMap<>();

    ListRules(List<Problem> problems) {
        this.problems = problems;
    }

    /** Checks the next element against those before it. */
    void check(int index, NetworkSelectionElement element) {
        // A name that broke its own rule is reported already, and reads as empty.
        element.interfaceName().filter(name -> !name.isEmpty()).ifPresent(name -> {
            var earlier = elementOfInterface.putIfAbsent(name, index);
            if (earlier != null) {
                note(
                        index,
                        "interface",
                        name,
                        "is asked for by element [" + earlier + "] too",
                        "give each interface its own name");
            }
        });
        for (var gateway : element.request().defaultRoute().orElse(List.of())) {
            var family = gateway.contains(":") ? "IPv6" : "IPv4";
            var earlier = elementOfFamily.putIfAbsent(family, index);
            if (earlier != null) {
                note(
                        index,
                        RequestJson.DEFAULT_ROUTE,
                        gateway,
                        "is a second " + family + " gateway beside that of element [" + earlier + "]",
                        "a pod has at most one default route per family; keep one gateway");
            }
        }
    }

    private void note(int index, String field, String text, String what, String advice) {
        problems.add(new Problem(Fields.place(index), field, Quote.of(text), what, advice));
    }
}

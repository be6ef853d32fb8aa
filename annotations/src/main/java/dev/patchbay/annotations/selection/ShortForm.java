package dev.patchbay.annotations.selection;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.json.Quote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The comma form of the networks annotation: {@code [namespace/]name[@interface], ...}; blanks do not count. */
final class ShortForm {

    private final String podNamespace;
    private final List<Problem> problems;
    private final ListRules listRules;

    ShortForm(String podNamespace, List<Problem> problems) {
        this.podNamespace = podNamespace;
        this.problems = problems;
        this.listRules = new ListRules(problems);
    }

    /** Returns the elements; they count only if no problem was noted. */
    List<NetworkSelectionElement> read(String text) {
        var elements = new ArrayList<NetworkSelectionElement>();
        var items = text.split(",", -1);
        for (int i = 0; i < items.length; i++) {
            int index = i;
            item(index, items[i].strip()).ifPresent(element -> {
                listRules.check(index, element);
                elements.add(element);
            });
        }
        return elements;
    }

    private Optional<NetworkSelectionElement> item(int index, String item) {
        var place = Fields.place(index);
        int slash = item.indexOf('/');
        int at = item.indexOf('@');
        boolean isWellFormed = slash == item.lastIndexOf('/') && at == item.lastIndexOf('@') && (at < 0 || slash < at);
        if (!isWellFormed) {
            problems.add(new Problem(
                    place,
                    "",
                    Quote.of(item),
                    "is not of the form namespace/name@interface",
                    "use at most one / and one @"));
            return Optional.empty();
        }
        int nameEnd = at < 0 ? item.length() : at;
        var namespace =
                slash < 0 ? podNamespace : checked(place, "namespace", item.substring(0, slash), Rule.NAMESPACE);
        var name = checked(place, "name", item.substring(slash + 1, nameEnd), Rule.NAME);
        var interfaceName = at < 0
                ? Optional.<String>empty()
                : Optional.of(checked(place, "interface", item.substring(at + 1), Rule.INTERFACE));
        return Optional.of(new NetworkSelectionElement(
                new NetworkName(namespace, name), interfaceName, AttachmentRequest.NONE, Map.of()));
    }

    private String checked(String place, String field, String part, Rule rule) {
        var text = part.strip();
        var canonical = rule.canonical(text);
        if (canonical.isEmpty()) {
            problems.add(rule.brokenBy(text, place, field));
        }
        return canonical.orElse("");
    }
}

package dev.patchbay.annotations.selection;

import dev.patchbay.annotations.json.Quote;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads and writes the annotation {@code k8s.v1.cni.cncf.io/networks} (Multi-Network Specification 1.3, section 4.1).
 * Valid is what Multus accepts, less what could reach a file name, a command line or an environment variable in a form
 * that nobody meant.
 */
public final class NetworkSelections {

    /** The longest annotation that is read, in characters. */
    public static final int MAX_LENGTH = 64 * 1024;

    private NetworkSelections() {}

    /**
     * Parses a networks annotation in either form: a JSON list, or the comma form {@code namespace/name@interface}.
     *
     * @param text         the annotation's value; blank means "no secondary networks"
     * @param podNamespace the namespace of elements that name none
     * @return the elements, or all that is wrong; never throws
     */
    public static ParsedSelections parse(String text, String podNamespace) {
        if (text.length() > MAX_LENGTH) {
            return new ParsedSelections.Invalid(List.of(new Problem(
                    "text", "", "", "is longer than " + MAX_LENGTH + " characters", "select fewer networks")));
        }
        if (text.isBlank()) {
            return new ParsedSelections.Valid(List.of());
        }
        var problems = new ArrayList<Problem>();
        var elements = isJson(text)
                ? new JsonForm(podNamespace, problems).read(text)
                : new ShortForm(podNamespace, problems).read(text);
        return problems.isEmpty() ? new ParsedSelections.Valid(elements) : new ParsedSelections.Invalid(problems);
    }

    /**
     * Parses the annotation {@code v1.multus-cni.io/default-network}: the same syntax, exactly one element.
     *
     * @param text            the annotation's value
     * @param multusNamespace the namespace of an element that names none: Multus' own, not the pod's
     * @return one element, or all that is wrong; never throws
     */
    public static ParsedSelections parseDefaultNetwork(String text, String multusNamespace) {
        var parsed = parse(text, multusNamespace);
        if (parsed instanceof ParsedSelections.Valid valid && valid.elements().size() != 1) {
            return new ParsedSelections.Invalid(List.of(new Problem(
                    "text",
                    "",
                    Quote.of(text),
                    "selects " + valid.elements().size() + " networks",
                    "a pod has exactly one default network; name one, or remove the annotation")));
        }
        return parsed;
    }

    /**
     * Writes a networks annotation in its JSON form. Every element bears its namespace; what {@link #parse} kept as
     * unknown is written again.
     */
    public static String write(List<NetworkSelectionElement> elements) {
        return JsonForm.write(elements);
    }

    /** The rule of Multus: any of these characters means JSON. */
    private static boolean isJson(String text) {
        return text.chars().anyMatch(c -> c == '[' || c == '{' || c == '"');
    }
}

package dev.patchbay.annotations.selection;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.json.Quote;
import dev.patchbay.annotations.json.UntrustedJson;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of the networks annotation: a list of objects. */
final class JsonForm {

    private static final UntrustedJson JSON = UntrustedJson.strict(NetworkSelections.MAX_LENGTH);

    private static final String NAME = "name";
    private static final String NAMESPACE = "namespace";
    private static final String INTERFACE = "interface";
    /** The name of {@code interface} before Multus 3.2; it counts where {@code interface} is absent or empty. */
    private static final String INTERFACE_ALIAS = "interfaceRequest";

    private static final Set<String> KNOWN = known();

    private final String podNamespace;
    private final List<Problem> problems;
    private final ListRules listRules;

    JsonForm(String podNamespace, List<Problem> problems) {
        this.podNamespace = podNamespace;
        this.problems = problems;
        this.listRules = new ListRules(problems);
    }

    /** Returns the elements; they count only if no problem was noted. */
    List<NetworkSelectionElement> read(String text) {
        return switch (JSON.read(text)) {
            case UntrustedJson.Result.Read read -> elements(read.value());
            case UntrustedJson.Result.Broken broken -> {
                problems.add(new Problem(broken.place(), "", "", broken.what(), "correct the JSON text"));
                yield List.of();
            }
        };
    }

    private List<NetworkSelectionElement> elements(JsonNode list) {
        var elements = new ArrayList<NetworkSelectionElement>();
        if (!list.isArray()) {
            problems.add(
                    new Problem("text", "", Quote.of(list), "is not a list", "write a JSON list of objects: [{...}]"));
            return elements;
        }
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof ObjectNode object) {
                var element = element(i, object);
                listRules.check(i, element);
                elements.add(element);
            } else {
                problems.add(new Problem(
                        Fields.place(i),
                        "",
                        Quote.of(list.get(i)),
                        "is not an object",
                        "write {\"name\": \"<network>\"}"));
            }
        }
        return elements;
    }

    private NetworkSelectionElement element(int index, ObjectNode object) {
        var fields = new Fields(object, Fields.place(index), "", problems);
        var namespace = fields.text(NAMESPACE, Rule.NAMESPACE).orElse(podNamespace);
        var name = fields.requiredText(NAME, Rule.NAME);
        var alias = fields.text(INTERFACE_ALIAS, Rule.INTERFACE);
        var interfaceName = fields.text(INTERFACE, Rule.INTERFACE).or(() -> alias);
        var request = RequestJson.read(fields);
        if (!request.ips().isEmpty() && request.ipamClaimReference().isPresent()) {
            fields.note(
                    RequestJson.IPAM_CLAIM,
                    Quote.of(request.ipamClaimReference().get()),
                    "stands beside ips",
                    "ask for addresses or for a claim, not for both");
        }
        return new NetworkSelectionElement(
                new NetworkName(namespace, name), interfaceName, request, unknown(object, fields));
    }

    /** Go reads keys whatever their case, so Multus would obey a key that is taken for an unknown one here. */
    private static Map<String, JsonNode> unknown(ObjectNode object, Fields fields) {
        var unknown = new LinkedHashMap<String, JsonNode>();
        for (var property : object.properties()) {
            var key = property.getKey();
            if (KNOWN.contains(key)) {
                continue;
            }
            KNOWN.stream()
                    .filter(key::equalsIgnoreCase)
                    .findFirst()
                    .ifPresent(meant -> fields.note(
                            Quote.clean(key), Quote.of(key), "is a known field in another case", "write " + meant));
            unknown.put(key, property.getValue());
        }
        return unknown;
    }

    /** Writes the keys in the order of KubeVirt, which compares the annotation byte by byte with its own. */
    static String write(List<NetworkSelectionElement> elements) {
        var list = JsonNodeFactory.instance.arrayNode();
        for (var element : elements) {
            var object = list.addObject()
                    .put(NAME, element.network().name())
                    .put(NAMESPACE, element.network().namespace());
            object.setAll(RequestJson.toJson(element.request()));
            element.interfaceName().ifPresent(name -> object.put(INTERFACE, name));
            element.unknown().forEach(object::putIfAbsent);
        }
        return list.toString();
    }

    private static Set<String> known() {
        var known = new HashSet<>(RequestJson.KEYS);
        known.addAll(List.of(NAME, NAMESPACE, INTERFACE, INTERFACE_ALIAS));
        return Set.copyOf(known);
    }
}

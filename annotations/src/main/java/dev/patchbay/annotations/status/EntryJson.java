package dev.patchbay.annotations.status;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One entry of network-status as JSON. A known field of an unexpected type is held among the unknown ones, so that it,
 * too, survives a rewrite.
 */
final class EntryJson {

    private static final ObjectWriter PRETTY =
            JsonMapper.builder().build().writer().with(likeGo());

    /** What Go prints for a default route without gateway. */
    private static final String NO_GATEWAY = "<nil>";

    private EntryJson() {}

    static NetworkStatus fromJson(ObjectNode json) {
        var rest = new LinkedHashMap<String, JsonNode>();
        json.properties().forEach(property -> rest.put(property.getKey(), property.getValue()));
        return new NetworkStatus(
                take(rest, "name", EntryJson::text).orElse(""),
                take(rest, "interface", EntryJson::text).filter(name -> !name.isEmpty()),
                take(rest, "ips", EntryJson::texts).orElse(List.of()),
                take(rest, "mac", EntryJson::text).filter(mac -> !mac.isEmpty()),
                take(rest, "mtu", EntryJson::mtu).orElse(OptionalInt.empty()),
                take(rest, "default", EntryJson::bool).orElse(false),
                take(rest, "gateway", EntryJson::texts).orElse(List.of()).stream()
                        .filter(gateway -> !gateway.equals(NO_GATEWAY))
                        .toList(),
                take(rest, "dns", Optional::of).orElseGet(JsonNodeFactory.instance::objectNode),
                take(rest, "device-info", Optional::of),
                rest);
    }

    static ObjectNode toJson(NetworkStatus entry) {
        var json = JsonNodeFactory.instance.objectNode().put("name", entry.name());
        entry.interfaceName().ifPresent(name -> json.put("interface", name));
        putTexts(json, "ips", entry.ips());
        entry.mac().ifPresent(mac -> json.put("mac", mac));
        entry.mtu().ifPresent(mtu -> json.put("mtu", mtu));
        if (entry.isDefault()) {
            json.put("default", true);
        }
        json.set("dns", entry.dns());
        entry.deviceInfo().ifPresent(info -> json.set("device-info", info));
        putTexts(json, "gateway", entry.gateway());
        json.setAll(entry.unknown());
        return json;
    }

    static String write(List<NetworkStatus> entries) {
        return entries.stream().map(EntryJson::toJson).map(EntryJson::print).collect(joining(",", "[", "]"));
    }

    /** Moves a field out of the rest, if its value is of the expected type; null is an absent value, as in Go. */
    private static <T> Optional<T> take(
            Map<String, JsonNode> rest, String key, Function<JsonNode, Optional<T>> reader) {
        var value = rest.get(key);
        if (value == null) {
            return Optional.empty();
        }
        var taken = value.isNull() ? Optional.<T>empty() : reader.apply(value);
        if (value.isNull() || taken.isPresent()) {
            rest.remove(key);
        }
        return taken;
    }

    private static Optional<String> text(JsonNode value) {
        return value.stringValueOpt();
    }

    private static Optional<Boolean> bool(JsonNode value) {
        return value.isBoolean() ? Optional.of(value.booleanValue()) : Optional.empty();
    }

    private static Optional<OptionalInt> mtu(JsonNode value) {
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            return Optional.empty();
        }
        return Optional.of(value.intValue() == 0 ? OptionalInt.empty() : OptionalInt.of(value.intValue()));
    }

    private static Optional<List<String>> texts(JsonNode value) {
        if (!value.isArray()) {
            return Optional.empty();
        }
        var texts = new ArrayList<String>();
        for (var item : value) {
            if (item.isString()) {
                texts.add(item.stringValue());
            } else if (!item.isNull()) {
                return Optional.empty();
            }
        }
        return Optional.of(texts);
    }

    private static void putTexts(ObjectNode json, String key, List<String> texts) {
        if (!texts.isEmpty()) {
            texts.forEach(json.putArray(key)::add);
        }
    }

    private static String print(ObjectNode json) {
        return PRETTY.writeValueAsString(json);
    }

    /** The layout of Go's {@code json.MarshalIndent(entry, "", "    ")}. */
    private static DefaultPrettyPrinter likeGo() {
        var indenter = new DefaultIndenter("    ", "\n");
        var separators = Separators.createDefaultInstance()
                .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator("");
        return new DefaultPrettyPrinter(separators).withObjectIndenter(indenter).withArrayIndenter(indenter);
    }
}

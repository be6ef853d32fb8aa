package dev.patchbay.multus.cni;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Errors from what a failing plugin left: its exit code, its error object if it printed one, the end of its log. */
final class PluginErrors {

    private PluginErrors() {}

    static CniException of(String context, PluginProcess.Ending ending) {
        var error = errorObject(ending.stdout());
        int code = error.path("code").asInt(0);
        return new CniException(kind(error, code), code, message(context, ending, error), Optional.empty());
    }

    private static CniException.Kind kind(JsonNode error, int code) {
        if (!error.isObject()) {
            return CniException.Kind.BROKEN_OUTPUT;
        }
        return switch (code) {
            case 1, 2, 6, 7 -> CniException.Kind.CONFIGURATION;
            case 3, 8 -> CniException.Kind.SANDBOX;
            case 11 -> CniException.Kind.TRY_AGAIN;
            default -> CniException.Kind.PLUGIN;
        };
    }

    private static String message(String context, PluginProcess.Ending ending, JsonNode error) {
        var text = new StringBuilder(context);
        text.append(ending.signal()
                .map(" was ended by signal %d"::formatted)
                .orElseGet(() -> " failed with exit code %d".formatted(ending.exitCode())));
        if (error.isObject()) {
            text.append(": ").append(PluginWords.beginning(error.path("msg").asString("")));
            Json.text(error, "details").ifPresent(d -> text.append("; ").append(PluginWords.beginning(d)));
            text.append(" (CNI code ")
                    .append(error.path("code").asString("missing"))
                    .append(')');
        } else if (!ending.stdout().isBlank()) {
            text.append("; it printed no CNI error but: ").append(PluginWords.beginning(ending.stdout()));
        }
        if (!ending.stderr().isBlank()) {
            text.append("; stderr: ").append(PluginWords.end(ending.stderr()));
        }
        return text.toString();
    }

    private static JsonNode errorObject(String stdout) {
        try {
            var json = Json.read(stdout);
            return json.isObject() ? json : MissingNode.getInstance();
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }
}

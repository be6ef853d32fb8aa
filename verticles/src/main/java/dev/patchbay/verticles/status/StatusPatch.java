package dev.patchbay.verticles.status;

import dev.patchbay.annotations.Keys;
import dev.patchbay.verticles.bus.Condition;
import dev.patchbay.verticles.bus.StatusWrite;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The strategic merge patch of {@code pods/status} for a write. {@code metadata.uid} is the guard: the API server answers
 * 422 when another pod bears the name by now. Conditions of others are kept, as the list merges by type.
 */
final class StatusPatch {

    private StatusPatch() {}

    static String of(StatusWrite write, Instant now) {
        var patch = JsonNodeFactory.instance.objectNode();
        var metadata = patch.putObject("metadata").put("uid", write.pod().uid());
        write.networkStatus()
                .ifPresent(text -> metadata.putObject("annotations").put(Keys.NETWORK_STATUS, text));
        write.condition()
                .ifPresent(c -> patch.putObject("status").putArray("conditions").add(condition(c, write.turns(), now)));
        return patch.toString();
    }

    private static ObjectNode condition(Condition condition, boolean turns, Instant now) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("type", Condition.TYPE)
                .put("status", condition.ready() ? "True" : "False")
                .put("reason", condition.reason())
                .put("message", condition.message());
        if (turns) {
            json.put("lastTransitionTime", now.truncatedTo(ChronoUnit.SECONDS).toString());
        }
        return json;
    }
}

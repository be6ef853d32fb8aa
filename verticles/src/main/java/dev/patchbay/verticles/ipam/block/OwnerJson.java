package dev.patchbay.verticles.ipam.block;

import dev.patchbay.verticles.ipam.block.Owner.ClaimOwner;
import dev.patchbay.verticles.ipam.block.Owner.ContainerOwner;
import dev.patchbay.verticles.ipam.block.Owner.PodOwner;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Owners as JSON: an object with one field, whose name says what kind of owner it is. */
final class OwnerJson {

    private OwnerJson() {}

    static ObjectNode write(Owner owner) {
        var json = JsonNodeFactory.instance.objectNode();
        switch (owner) {
            case PodOwner pod ->
                json.putObject("pod")
                        .put("uid", pod.uid())
                        .put("namespace", pod.namespace())
                        .put("name", pod.pod())
                        .put("ifname", pod.ifname());
            case ContainerOwner container ->
                json.putObject("container").put("id", container.containerId()).put("ifname", container.ifname());
            case ClaimOwner claim ->
                json.putObject("claim")
                        .put("uid", claim.uid())
                        .put("namespace", claim.namespace())
                        .put("name", claim.claim());
        }
        return json;
    }

    static Owner read(Fields lease) throws BlockFormatException {
        var owner = lease.object("owner");
        var kinds = owner.json().properties().stream()
                .filter(field -> !field.getValue().isNull())
                .map(Map.Entry::getKey)
                .toList();
        if (kinds.size() != 1) {
            throw lease.error("owner", "must have exactly one field, but has " + kinds, null);
        }
        var fields = owner.object(kinds.getFirst());
        try {
            return switch (kinds.getFirst()) {
                case "pod" ->
                    new PodOwner(
                            fields.text("uid"), fields.text("namespace"), fields.text("name"), fields.text("ifname"));
                case "container" -> new ContainerOwner(fields.text("id"), fields.text("ifname"));
                case "claim" -> new ClaimOwner(fields.text("uid"), fields.text("namespace"), fields.text("name"));
                default ->
                    throw lease.error(
                            "owner",
                            "\"%s\" is no kind of owner that this version knows".formatted(kinds.getFirst()),
                            null);
            };
        } catch (IllegalArgumentException e) {
            throw lease.error("owner", e.getMessage(), e);
        }
    }
}

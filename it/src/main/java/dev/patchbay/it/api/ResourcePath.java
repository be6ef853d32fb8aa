package dev.patchbay.it.api;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The path of a request.
 *
 * @param type        {@code api/v1/pods}, {@code apis/group/version/plural}
 * @param namespace   empty: all namespaces
 * @param name        empty: the collection
 * @param subresource e.g. {@code status}; empty: the object itself
 */
record ResourcePath(String type, String namespace, String name, String subresource) {

    private static final Pattern FORM =
            Pattern.compile("/(api/v1|apis/[^/]+/[^/]+)(?:/namespaces/([^/]+))?/([^/]+)(?:/([^/]+))?(?:/([^/]+))?");

    static Optional<ResourcePath> parse(String path) {
        var matcher = FORM.matcher(path);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new ResourcePath(
                matcher.group(1) + "/" + matcher.group(3),
                orEmpty(matcher.group(2)),
                orEmpty(matcher.group(4)),
                orEmpty(matcher.group(5))));
    }

    private static String orEmpty(String group) {
        return group == null ? "" : group;
    }

    /** Returns the {@code apiVersion} of the objects here. */
    String apiVersion() {
        var parts = type.split("/", -1);
        return parts[0].equals("api") ? parts[1] : parts[1] + "/" + parts[2];
    }
}

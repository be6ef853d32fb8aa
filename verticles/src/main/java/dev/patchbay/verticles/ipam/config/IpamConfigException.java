package dev.patchbay.verticles.ipam.config;

import dev.patchbay.annotations.json.Quote;
import tools.jackson.databind.JsonNode;

/**
 * An {@code ipam} section that cannot be used. The message names the key's path, the value, and the rule that it breaks;
 * it is printable and of bounded length.
 */
public final class IpamConfigException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * @param path where, for example {@code ipam.ranges[0][1].subnet}
     * @param rule what is wrong, and what to do
     */
    IpamConfigException(String path, String rule) {
        super(Quote.clean(path) + ": " + rule);
    }

    IpamConfigException(String path, JsonNode value, String rule) {
        this(path, Quote.of(value) + " " + rule);
    }

    IpamConfigException(String path, String value, String rule) {
        this(path, Quote.of(value) + " " + rule);
    }
}

package dev.patchbay.verticles.ipam.cni;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An answer that is an error: its code is one of the CNI specification's, or from 100 on our own. */
final class CniFailure extends Exception {

    /** Necessary environment variables are invalid. */
    static final int INVALID_ENVIRONMENT = 4;

    /** The network configuration cannot be decoded. */
    static final int DECODING_FAILURE = 6;

    /** The network configuration is invalid. */
    static final int INVALID_CONFIG = 7;

    /** Try again later. */
    static final int TRY_AGAIN = 11;

    /** STATUS: an ADD could not be served. */
    static final int NOT_AVAILABLE = 50;

    /** The addresses that were asked for cannot be had. */
    static final int REFUSED = 100;

    /** CHECK: the attachment has no address any more. */
    static final int NOTHING_HELD = 101;

    private static final long serialVersionUID = 1L;

    private final int code;

    CniFailure(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    int code() {
        return code;
    }

    ObjectNode json(String cniVersion) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("cniVersion", cniVersion)
                .put("code", code)
                .put("msg", getMessage());
    }
}

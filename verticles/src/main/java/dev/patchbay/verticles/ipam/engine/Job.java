package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.block.Lease;
import io.vertx.core.Promise;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** A request on its way. Confined to the authority's thread. */
final class Job {

    /** From how many conflicts on it is better to see all blocks than to meet the next. */
    private static final int CONFLICTS_BEFORE_LISTING = 3;

    private final AddressRequest request;
    private final Promise<Answer> answer = Promise.promise();

    /** What was written for it: to be given back if the rest cannot be had. */
    private final Map<Lease, BlockKey> written = new LinkedHashMap<>();

    private int conflicts;
    private boolean listed;
    private boolean collected;
    private String trouble = "others were faster";

    Job(AddressRequest request) {
        this.request = request;
    }

    AddressRequest request() {
        return request;
    }

    Promise<Answer> answer() {
        return answer;
    }

    boolean isOver(Instant now) {
        return now.isAfter(request.deadline());
    }

    /** What it knew has turned out to be old. */
    void conflict() {
        conflicts++;
        listed = false;
    }

    boolean wantsListing() {
        return conflicts >= CONFLICTS_BEFORE_LISTING;
    }

    /** Returns whether it has seen all blocks of its domains as they are. */
    boolean isListed() {
        return listed;
    }

    void listed() {
        listed = true;
        conflicts = 0;
    }

    /** Returns whether garbage is yet to be looked for on its behalf: once. */
    boolean mayCollect() {
        boolean may = !collected;
        collected = true;
        return may;
    }

    void wrote(Lease lease, BlockKey block) {
        written.put(lease, block);
    }

    /** Returns what was written for it, and where. */
    Map<Lease, BlockKey> written() {
        return written;
    }

    void trouble(Throwable cause) {
        trouble = String.valueOf(cause.getMessage());
    }

    /** Returns why it has not come to its end yet. */
    String trouble() {
        return trouble;
    }
}

package dev.patchbay.verticles.reconcile;

import dev.patchbay.multus.nad.PodRef;
import dev.patchbay.verticles.bus.Condition;
import dev.patchbay.verticles.bus.PodSnapshot;
import java.util.Optional;

/** A pod as a test needs it: running, with addresses, and with whatever the test says. */
final class PodSketch {

    static final PodRef WEB = new PodRef("ns1", "web", "u1");

    private PodRef pod = WEB;
    private long version = 10;
    private boolean hostNetwork;
    private boolean finished;
    private boolean deleting;
    private boolean hasAddresses = true;
    private boolean staticPod;
    private Optional<String> networks = Optional.empty();
    private Optional<String> status = Optional.empty();
    private Optional<Condition> condition = Optional.empty();

    static PodSketch pod() {
        return new PodSketch();
    }

    static PodSnapshot asking(String networks) {
        return pod().networks(networks).snapshot();
    }

    PodSketch uid(String uid) {
        return ref(new PodRef("ns1", uid, uid));
    }

    PodSketch ref(PodRef value) {
        pod = value;
        return this;
    }

    PodSketch version(long value) {
        version = value;
        return this;
    }

    PodSketch networks(String text) {
        networks = Optional.of(text);
        return this;
    }

    PodSketch status(String text) {
        status = Optional.of(text);
        return this;
    }

    PodSketch condition(Condition value) {
        condition = Optional.of(value);
        return this;
    }

    PodSketch onHostNetwork() {
        hostNetwork = true;
        return this;
    }

    PodSketch finished() {
        finished = true;
        return this;
    }

    PodSketch deleting() {
        deleting = true;
        return this;
    }

    PodSketch withoutAddresses() {
        hasAddresses = false;
        return this;
    }

    PodSketch fromAFile() {
        staticPod = true;
        return this;
    }

    PodSnapshot snapshot() {
        return new PodSnapshot(
                pod,
                version,
                hostNetwork,
                finished,
                deleting,
                hasAddresses,
                staticPod,
                false,
                "",
                networks,
                status,
                condition);
    }
}

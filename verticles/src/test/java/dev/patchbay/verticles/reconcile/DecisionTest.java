package dev.patchbay.verticles.reconcile;

import static dev.patchbay.verticles.reconcile.Entries.element;
import static dev.patchbay.verticles.reconcile.PodSketch.asking;
import static dev.patchbay.verticles.reconcile.PodSketch.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.patchbay.verticles.bus.PodSnapshot;
import dev.patchbay.verticles.reconcile.Decision.FreeWhenGone;
import dev.patchbay.verticles.reconcile.Decision.Invalid;
import dev.patchbay.verticles.reconcile.Decision.Nothing;
import dev.patchbay.verticles.reconcile.Decision.Provide;
import dev.patchbay.verticles.reconcile.Decision.Reject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DecisionTest {

    private static final Decision NOTHING = new Nothing();
    private static final Decision FREE = new FreeWhenGone();
    private static final Decision REMOVE_OURS = new Provide(List.of(), false);
    private static final Decision HAVE_NONE = new Provide(List.of(), true);
    private static final Decision HAVE_A = new Provide(List.of(element("a", "net1")), true);

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void decides(String about, PodSnapshot pod, Decision whileNothingIsHeld, Decision whileSomethingIsHeld) {
        assertThat(Decision.about(pod, false)).isEqualTo(whileNothingIsHeld);
        assertThat(Decision.about(pod, true)).isEqualTo(whileSomethingIsHeld);
    }

    static Stream<Arguments> decides() {
        return Stream.of(
                arguments("no annotation", pod().snapshot(), NOTHING, REMOVE_OURS),
                arguments("an empty one", asking(""), HAVE_NONE, HAVE_NONE),
                arguments("an empty list", asking("[]"), HAVE_NONE, HAVE_NONE),
                arguments("a network", asking("a@net1"), HAVE_A, HAVE_A),
                arguments(
                        "no addresses yet",
                        pod().networks("a").withoutAddresses().snapshot(),
                        NOTHING,
                        NOTHING),
                arguments("finished", pod().networks("a").finished().snapshot(), NOTHING, FREE),
                arguments("deleting", pod().networks("a").deleting().snapshot(), NOTHING, FREE),
                arguments("deleting, invalid", pod().networks("[").deleting().snapshot(), NOTHING, FREE),
                arguments(
                        "host network, none",
                        pod().networks("[]").onHostNetwork().snapshot(),
                        NOTHING,
                        NOTHING),
                arguments("host network, silent", pod().onHostNetwork().snapshot(), NOTHING, REMOVE_OURS),
                arguments("static, none", pod().networks("").fromAFile().snapshot(), NOTHING, NOTHING));
    }

    @Test
    void rejectsWhereNothingCanBePluggedAndSaysWhy() {
        assertThat(Decision.about(pod().networks("a").onHostNetwork().snapshot(), false))
                .isEqualTo(new Reject("the pod uses the host's network: no interface can be plugged into it"));
        assertThat(Decision.about(pod().networks("a").fromAFile().snapshot(), false))
                .isInstanceOfSatisfying(
                        Reject.class, r -> assertThat(r.reason()).contains("static pod"));
    }

    @Test
    void changesNothingWhileTheAnnotationCannotBeRead() {
        assertThat(Decision.about(asking("[{\"name\": \"A_B\"}]"), true))
                .isInstanceOfSatisfying(
                        Invalid.class, i -> assertThat(i.message()).contains("[0]", "A_B"));
    }
}

package dev.patchbay.annotations.plan;

import static dev.patchbay.annotations.plan.PodSketch.annotation;
import static dev.patchbay.annotations.plan.PodSketch.entry;
import static dev.patchbay.annotations.plan.PodSketch.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.patchbay.annotations.plan.Applied.Origin;
import dev.patchbay.annotations.status.NetworkStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AttachmentDiffTest {

    /** Rule, annotation, pod, plan. */
    static Stream<Arguments> rules() {
        return Stream.of(
                // 1. Elements with an interface name.
                arguments("keeps a named element", "a@net1", "default, made a@net1", "keep [0] net1"),
                arguments("keeps any name that was asked for", "a@data", "made a@data", "keep [0] data"),
                arguments(
                        "replaces the interface when its network changes",
                        "b@net1",
                        "made a@net1",
                        "unplug net1 REPLACED; plug [0] ns/b@net1 REPLACED"),
                arguments(
                        "replaces also what Multus made",
                        "b@net1",
                        "default, multus a@net1",
                        "unplug net1 REPLACED; plug [0] ns/b@net1 REPLACED"),
                arguments(
                        "a network of another namespace is another network",
                        "other/a@net1",
                        "made a@net1",
                        "unplug net1 REPLACED; plug [0] other/a@net1 REPLACED"),
                arguments(
                        "swaps two networks by replacing both",
                        "b@net1, a@net2",
                        "made a@net1, made b@net2",
                        "unplug net2 REPLACED; unplug net1 REPLACED;"
                                + " plug [0] ns/b@net1 REPLACED; plug [1] ns/a@net2 REPLACED"),
                arguments(
                        "another name for the same network is another attachment",
                        "a@new",
                        "made a@old",
                        "unplug old REQUESTED; plug [0] ns/a@new REQUESTED"),
                // 2. Elements without a name.
                arguments("keeps an unnamed element", "a", "default, made a@net1", "keep [0] net1"),
                arguments("keeps an unnamed element that Multus attached", "a", "multus a@net1", "keep [0] net1"),
                arguments("keeps an unnamed element under any name", "a", "made a@data", "keep [0] data"),
                arguments(
                        "unplugs an unnamed attachment",
                        "b",
                        "default, multus a@net1, multus b@net2",
                        "unplug net1 REQUESTED; keep [0] net2"),
                arguments(
                        "unnamed elements take entries in status order",
                        "a, a",
                        "made a@net2, made a@net1",
                        "keep [0] net2; keep [1] net1"),
                arguments(
                        "an unnamed element takes first what was asked for in the same way",
                        "a#10.0.0.2",
                        "made a@net1#10.0.0.1, made a@net2#10.0.0.2",
                        "unplug net1 REQUESTED; keep [0] net2"),
                arguments(
                        "an equal request is not lost to an earlier element that changed",
                        "a#10.0.0.3, a#10.0.0.1",
                        "made a@net1#10.0.0.1, made a@net2#10.0.0.2",
                        "unplug net2 REQUEST_CHANGED; plug [0] ns/a@net2 REQUEST_CHANGED; keep [1] net1"),
                arguments(
                        "named elements claim first",
                        "a, a@net1",
                        "made a@net1, made a@net2",
                        "keep [0] net2; keep [1] net1"),
                arguments(
                        "an unnamed element does not hold on to a name that another network is to have",
                        "a, b@net1",
                        "made a@net1",
                        "unplug net1 REPLACED; plug [0] ns/a@net2 REQUESTED; plug [1] ns/b@net1 REPLACED"),
                // 3. Elements left over.
                arguments("plugs under the name asked for", "a@data", "default", "plug [0] ns/a@data REQUESTED"),
                arguments(
                        "plugs unnamed elements under the lowest free names",
                        "a, b, c@net2",
                        "default, made d@net1",
                        "unplug net1 REQUESTED; plug [0] ns/a@net3 REQUESTED; plug [1] ns/b@net4 REQUESTED;"
                                + " plug [2] ns/c@net2 REQUESTED"),
                arguments("a link that nobody knows takes its name", "a", "link net1", "plug [0] ns/a@net2 REQUESTED"),
                arguments(
                        "the second interface of a result takes its name",
                        "a, b",
                        "made a@net1+net2",
                        "plug [1] ns/b@net3 REQUESTED; keep [0] net1"),
                arguments(
                        "the same network twice is two attachments",
                        "a, a",
                        "made a@net1",
                        "plug [1] ns/a@net2 REQUESTED; keep [0] net1"),
                arguments(
                        "plugs in annotation order",
                        "c, a@x, b",
                        "",
                        "plug [0] ns/c@net1 REQUESTED; plug [1] ns/a@x REQUESTED; plug [2] ns/b@net2 REQUESTED"),
                // 4. Entries left over.
                arguments(
                        "unplugs in reverse status order",
                        "",
                        "default, made a@net1, multus b@net2, entry c@net3",
                        "unplug net3 REQUESTED; unplug net2 REQUESTED; unplug net1 REQUESTED"),
                arguments(
                        "unplugs first what the status does not list",
                        "",
                        "unlisted a@net1, unlisted b@net2, made c@net3",
                        "unplug net2 REQUESTED; unplug net1 REQUESTED; unplug net3 REQUESTED"),
                arguments("never unplugs the default network", "", "default", ""),
                arguments("never matches the default network", "cbr0", "default", "plug [0] ns/cbr0@net1 REQUESTED"),
                arguments("leaves alone what no NAD explains", "", "default, foreign x@ovn0", "untouched ovn0"),
                arguments("an entry without NAD can still be asked for", "x@ovn0", "foreign x@ovn0", "keep [0] ovn0"),
                arguments(
                        "a name that a foreign link bears is not given away",
                        "a",
                        "foreign x@net1",
                        "plug [0] ns/a@net2 REQUESTED; untouched net1"),
                arguments(
                        "drops an entry without a link", "a", "made a@net1, ghost b@net2", "keep [0] net1; ghost net2"),
                arguments(
                        "plugs an element whose entry has no link",
                        "a@net1",
                        "ghost a@net1",
                        "plug [0] ns/a@net1 REQUESTED; ghost net1"),
                arguments(
                        "the name of an entry without link is free",
                        "a",
                        "ghost a@net1",
                        "plug [0] ns/a@net1 REQUESTED; ghost net1"),
                arguments("keeps an entry that the NAD vouches for", "a", "entry a@net1", "keep [0] net1"),
                arguments(
                        "keeps what the status forgot",
                        "a, b@net2",
                        "unlisted a@net1, unlisted b@net2",
                        "keep [0] net1; keep [1] net2"),
                arguments(
                        "keeps what Multus made and the status forgot", "a", "unlisted-multus a@net1", "keep [0] net1"),
                arguments(
                        "all entries of one result are one attachment", "a@net1", "made a@net1+sub0", "keep [0] net1"),
                arguments(
                        "unplugs a result of several interfaces once", "", "made a@net1+sub0", "unplug net1 REQUESTED"),
                // 5. Requests and links.
                arguments(
                        "replugs when the request changes",
                        "a@net1#10.0.0.2",
                        "made a@net1#10.0.0.1",
                        "unplug net1 REQUEST_CHANGED; plug [0] ns/a@net1 REQUEST_CHANGED"),
                arguments(
                        "a replugged unnamed element keeps its interface name",
                        "a#10.0.0.2",
                        "made b@net1, made a@net7#10.0.0.1",
                        "unplug net7 REQUEST_CHANGED; unplug net1 REQUESTED; plug [0] ns/a@net7 REQUEST_CHANGED"),
                arguments("keeps an equal request", "a@net1#10.0.0.1", "made a@net1#10.0.0.1", "keep [0] net1"),
                arguments(
                        "does not compare with a request that nobody recorded",
                        "a#10.0.0.2",
                        "multus a@net1",
                        "keep [0] net1"),
                arguments(
                        "replugs an attachment that lost its link",
                        "a@net1",
                        "lost a@net1",
                        "unplug net1 LINK_LOST; plug [0] ns/a@net1 LINK_LOST"),
                arguments("unplugs what lost its link and is not wanted", "", "lost a@net1", "unplug net1 REQUESTED"),
                arguments(
                        "an attachment that made no interface lost none", "a@net1", "linkless a@net1", "keep [0] net1"),
                arguments(
                        "unplugs an attachment that made no interface",
                        "",
                        "linkless a@net1",
                        "unplug net1 REQUESTED"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void follows(String rule, String annotation, String pod, String plan) {
        assertThat(show(AttachmentDiff.plan(annotation(annotation), pod(pod))))
                .as(rule)
                .isEqualTo(plan);
    }

    @Test
    void thePlanNamesTheNetworkOfWhatItUnplugs() {
        var plan = AttachmentDiff.plan(List.of(), pod("multus a@net1, unlisted-multus b@net2"));

        assertThat(plan.unplugs()).map(AttachmentPlan.Unplug::displayName).containsExactly("b", "ns/a");
    }

    @Test
    void theDefaultFlagOfTheStatusProtectsAnInterfaceOfAnyName() {
        var seen = pod("multus a@net1");
        var flagged = new Observation(
                List.of(entry("ns/a", Optional.of("net1"), true)), seen.applied(), seen.links(), seen.nads());

        assertThat(show(AttachmentDiff.plan(List.of(), flagged))).isEmpty();
    }

    @Test
    void neverUnplugsTheLoopbackThatTheRuntimeKeepsInItsCache() {
        var loopback = new Applied("lo", Optional.empty(), "cni-loopback", Optional.empty(), Origin.OTHER, List.of());

        var plan =
                AttachmentDiff.plan(List.of(), new Observation(List.of(), List.of(loopback), Set.of("lo"), Set.of()));

        assertThat(show(plan)).isEmpty();
    }

    @Test
    void anEntryOfANetworkFromAFileIsNoNad() {
        var entry = entry("a", Optional.of("net1"), false);

        var plan = AttachmentDiff.plan(
                annotation("a"), new Observation(List.of(entry), List.of(), Set.of("net1"), Set.of()));

        assertThat(show(plan)).isEqualTo("plug [0] ns/a@net2 REQUESTED; untouched net1");
    }

    @Test
    void patchbaysRecordCountsWhereMultusKeptOneToo() {
        var ours = pod("made a@net1#10.0.0.1");
        var both = new ArrayList<>(pod("multus a@net1").applied());
        both.addAll(ours.applied());

        var plan = AttachmentDiff.plan(
                annotation("a@net1#10.0.0.2"), new Observation(ours.status(), both, ours.links(), ours.nads()));

        assertThat(show(plan)).isEqualTo("unplug net1 REQUEST_CHANGED; plug [0] ns/a@net1 REQUEST_CHANGED");
    }

    @Test
    void anEntryWithoutInterfaceThatNobodyRecordedIsLeftAlone() {
        var entry = entry("ns/a", Optional.empty(), false);

        var plan = AttachmentDiff.plan(List.of(), new Observation(List.of(entry), List.of(), Set.of(), Set.of()));

        assertThat(plan.untouched()).containsExactly(entry);
        assertThat(plan.isEmpty()).isTrue();
    }

    @Test
    void anAttachmentWhoseInterfaceHasAnotherNameIsNotLostWhileThatLinkIsThere() {
        var attached = new Applied(
                "net1",
                Optional.empty(),
                "a",
                Optional.empty(),
                Origin.OTHER,
                List.of(entry("ns/a", Optional.of("ovn-udn1"), false)));

        var plan = AttachmentDiff.plan(
                annotation("a@net1"),
                new Observation(attached.status(), List.of(attached), Set.of("ovn-udn1"), Set.of()));

        assertThat(show(plan)).isEqualTo("keep [0] net1");
    }

    /** A plan in one line, in the order in which it is carried out. */
    static String show(AttachmentPlan plan) {
        var steps = new ArrayList<String>();
        plan.unplugs().forEach(unplug -> steps.add("unplug " + unplug.interfaceName() + " " + unplug.reason()));
        plan.plugs()
                .forEach(plug -> steps.add("plug [%d] %s@%s %s"
                        .formatted(plug.index(), plug.element().network(), plug.interfaceName(), plug.reason())));
        plan.kept().forEach(kept -> steps.add("keep [%d] %s".formatted(kept.index(), kept.interfaceName())));
        plan.untouched().forEach(entry -> steps.add("untouched " + interfaceOf(entry)));
        plan.ghosts().forEach(entry -> steps.add("ghost " + interfaceOf(entry)));
        return String.join("; ", steps);
    }

    private static String interfaceOf(NetworkStatus entry) {
        return entry.interfaceName().orElse("-");
    }
}

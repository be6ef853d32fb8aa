package dev.patchbay.annotations.plan;

import static dev.patchbay.annotations.plan.PodSketch.annotation;
import static dev.patchbay.annotations.plan.PodSketch.pod;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.plan.AttachmentPlan.Kept;
import dev.patchbay.annotations.plan.AttachmentPlan.Plug;
import dev.patchbay.annotations.plan.AttachmentPlan.Unplug;
import dev.patchbay.annotations.selection.NetworkSelectionElement;
import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.annotations.status.StatusMerge;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

@PropertyDefaults(edgeCases = EdgeCasesMode.NONE)
class AttachmentDiffPropertyTest {

    private static final String[] NADS = {"a", "b", "other/a"};
    private static final String[] IPS = {"", "", "#10.0.0.1", "#10.0.0.2"};
    private static final String[] KINDS = {
        "made", "unlisted", "lost", "linkless", "multus", "unlisted-multus", "entry", "foreign", "ghost"
    };

    @Property
    void afterAPlanTheNextOneIsEmpty(
            @ForAll("annotations") List<NetworkSelectionElement> desired, @ForAll("pods") Observation seen) {
        var after = carryOut(AttachmentDiff.plan(desired, seen), seen);

        var next = AttachmentDiff.plan(desired, after);

        assertThat(next.unplugs()).isEmpty();
        assertThat(next.plugs()).isEmpty();
        assertThat(next.ghosts()).isEmpty();
        assertThat(next.kept()).map(Kept::element).isEqualTo(desired);
    }

    @Property
    void everyElementIsPluggedOrKeptInAnnotationOrder(
            @ForAll("annotations") List<NetworkSelectionElement> desired, @ForAll("pods") Observation seen) {
        var plan = AttachmentDiff.plan(desired, seen);

        var plugged = plan.plugs().stream().map(Plug::index).toList();
        var kept = plan.kept().stream().map(Kept::index).toList();
        assertThat(plugged).isSorted();
        assertThat(kept).isSorted();
        assertThat(Stream.concat(plugged.stream(), kept.stream()))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, desired.size()).boxed().toList());
    }

    @Property
    void noInterfaceNameIsUsedTwice(
            @ForAll("annotations") List<NetworkSelectionElement> desired, @ForAll("pods") Observation seen) {
        var plan = AttachmentDiff.plan(desired, seen);

        assertThat(Stream.concat(
                        plan.plugs().stream().map(Plug::interfaceName),
                        plan.kept().stream().map(Kept::interfaceName)))
                .doesNotHaveDuplicates();
        var remaining = new HashSet<>(seen.links());
        plan.unplugs().forEach(unplug -> remaining.remove(unplug.interfaceName()));
        assertThat(plan.plugs().stream()
                        .filter(plug -> plug.element().interfaceName().isEmpty())
                        .map(Plug::interfaceName))
                .doesNotContainAnyElementsOf(remaining);
    }

    @Property
    void aNamedElementGetsItsName(
            @ForAll("annotations") List<NetworkSelectionElement> desired, @ForAll("pods") Observation seen) {
        var plan = AttachmentDiff.plan(desired, seen);

        assertThat(plan.plugs())
                .allSatisfy(plug -> assertThat(plug.element().interfaceName().orElse(plug.interfaceName()))
                        .isEqualTo(plug.interfaceName()));
        assertThat(plan.kept())
                .allSatisfy(kept -> assertThat(kept.element().interfaceName().orElse(kept.interfaceName()))
                        .isEqualTo(kept.interfaceName()));
    }

    @Property
    void neitherTheDefaultNetworkNorWhatIsForeignIsUnplugged(
            @ForAll("annotations") List<NetworkSelectionElement> desired, @ForAll("pods") Observation seen) {
        var plan = AttachmentDiff.plan(desired, seen);

        var vouchedFor = Stream.concat(
                        seen.applied().stream().map(Applied::interfaceName),
                        seen.status().stream()
                                .filter(entry -> NetworkName.parse(entry.name())
                                        .filter(seen.nads()::contains)
                                        .isPresent())
                                .flatMap(entry -> entry.interfaceName().stream()))
                .filter(name -> !name.equals("eth0"))
                .collect(toSet());
        assertThat(vouchedFor)
                .containsAll(plan.unplugs().stream().map(Unplug::interfaceName).toList());
    }

    @Property
    void thePlanDependsOnItsInputOnly(
            @ForAll("annotations") List<NetworkSelectionElement> desired, @ForAll("pods") Observation seen) {
        var sameSeen = new Observation(
                List.copyOf(seen.status()),
                List.copyOf(seen.applied()),
                new HashSet<>(seen.links().stream().sorted().toList()),
                new HashSet<>(seen.nads()));

        assertThat(AttachmentDiff.plan(List.copyOf(desired), sameSeen)).isEqualTo(AttachmentDiff.plan(desired, seen));
    }

    @Property
    void takingOneElementAwayUnplugsOneAttachmentAndTouchesNoOther(
            @ForAll("annotations") List<NetworkSelectionElement> desired,
            @ForAll("madePods") Observation seen,
            @ForAll Random random) {
        Assume.that(!desired.isEmpty());
        var settled = carryOut(AttachmentDiff.plan(desired, seen), seen);
        var fewer = new ArrayList<>(desired);
        fewer.remove(random.nextInt(fewer.size()));

        var plan = AttachmentDiff.plan(fewer, settled);

        assertThat(plan.plugs()).isEmpty();
        assertThat(plan.unplugs()).hasSize(1);
    }

    /** Elements without a name never flap: neither the order of the status nor that of the cache moves an interface. */
    @Property
    void aSettledPodStaysAsItIsInWhateverOrderItIsSeen(
            @ForAll("annotations") List<NetworkSelectionElement> desired,
            @ForAll("madePods") Observation seen,
            @ForAll Random random) {
        var settled = carryOut(AttachmentDiff.plan(desired, seen), seen);
        var status = new ArrayList<>(settled.status());
        var applied = new ArrayList<>(settled.applied());
        Collections.shuffle(status, random);
        Collections.shuffle(applied, random);

        var plan = AttachmentDiff.plan(desired, new Observation(status, applied, settled.links(), settled.nads()));

        assertThat(plan.isEmpty()).isTrue();
    }

    @Provide
    Arbitrary<List<NetworkSelectionElement>> annotations() {
        var named = Combinators.combine(
                        Arbitraries.of(NADS),
                        Arbitraries.integers().between(1, 8).map(n -> "@net" + n),
                        Arbitraries.of(IPS))
                .as((nad, name, ip) -> nad + name + ip);
        var unnamed =
                Combinators.combine(Arbitraries.of(NADS), Arbitraries.of(IPS)).as((nad, ip) -> nad + ip);
        return Arbitraries.oneOf(named, unnamed)
                .list()
                .ofMaxSize(6)
                .map(elements -> annotation(String.join(",", elements)))
                .filter(elements -> hasDistinctNames(elements));
    }

    @Provide
    Arbitrary<Observation> pods() {
        return pods(KINDS);
    }

    @Provide
    Arbitrary<Observation> madePods() {
        return pods("made", "unlisted", "lost", "linkless");
    }

    private static Arbitrary<Observation> pods(String... kinds) {
        var things = Combinators.combine(
                        Arbitraries.of(kinds),
                        Arbitraries.of(NADS),
                        Arbitraries.integers().between(1, 6),
                        Arbitraries.of(IPS),
                        Arbitraries.of("", "", "+sub"))
                .as(Thing::new);
        return things.list()
                .ofMaxSize(6)
                .uniqueElements(Thing::number)
                .map(list -> pod("default,"
                        + String.join(",", list.stream().map(Thing::sketch).toList())));
    }

    private record Thing(String kind, String nad, int number, String ip, String second) {

        String sketch() {
            boolean mayHaveTwo = kind.equals("made") || kind.equals("multus");
            return kind + " " + nad + "@net" + number + ip + (mayHaveTwo && !second.isEmpty() ? second + number : "");
        }
    }

    private static boolean hasDistinctNames(List<NetworkSelectionElement> elements) {
        var names = elements.stream()
                .flatMap(element -> element.interfaceName().stream())
                .toList();
        return names.size() == new HashSet<>(names).size();
    }

    /** Does what the reconciler, the plugins and the status writer do, all of it successfully. */
    private static Observation carryOut(AttachmentPlan plan, Observation seen) {
        var applied = new ArrayList<>(seen.applied());
        var links = new HashSet<>(seen.links());
        var gone = new ArrayList<>(plan.ghosts());
        for (var unplug : plan.unplugs()) {
            links.remove(unplug.interfaceName());
            applied.stream()
                    .filter(a -> a.interfaceName().equals(unplug.interfaceName()))
                    .flatMap(a -> a.status().stream())
                    .forEach(entry -> {
                        gone.add(entry);
                        entry.interfaceName().ifPresent(links::remove);
                    });
            applied.removeIf(a -> a.interfaceName().equals(unplug.interfaceName()));
        }
        var published = new ArrayList<NetworkStatus>();
        for (var plug : plan.plugs()) {
            var entry = PodSketch.entry(plug.element().network().toString(), Optional.of(plug.interfaceName()), false);
            applied.add(PodSketch.made(plug.element(), plug.interfaceName(), List.of(entry)));
            links.add(plug.interfaceName());
            published.add(entry);
        }
        var removed = plan.unplugs().stream().map(Unplug::interfaceName).collect(toSet());
        var status = StatusMerge.merge(StatusMerge.drop(seen.status(), gone), removed, published);
        return new Observation(status, applied, links, seen.nads());
    }
}

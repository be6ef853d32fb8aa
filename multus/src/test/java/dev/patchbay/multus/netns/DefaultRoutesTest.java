package dev.patchbay.multus.netns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.patchbay.multus.netns.RouteChange.Add;
import dev.patchbay.multus.netns.RouteChange.Remove;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DefaultRoutesTest {

    private static final DefaultRoute ETH0 = route("eth0", "10.0.0.1");
    private static final DefaultRoute ETH0_V6 = route("eth0", "fd00::1");
    private static final DefaultRoute NET1 = route("net1", "10.1.0.1");
    private static final DefaultRoute NET1_OTHER = route("net1", "10.1.0.9");
    private static final DefaultRoute NET1_V6 = route("net1", "fd01::1");
    private static final Optional<List<String>> NOT_ASKED = Optional.empty();

    @ParameterizedTest
    @MethodSource
    void decidesWhoCarriesTheDefaultRoute(
            NamespaceView before, NamespaceView after, Optional<List<String>> asked, List<RouteChange> changes) {
        assertThat(DefaultRoutes.afterAdd(before, after, "net1", asked)).isEqualTo(changes);
    }

    static Stream<Arguments> decidesWhoCarriesTheDefaultRoute() {
        return Stream.of(
                arguments(named("plugin made none", view(ETH0)), view(ETH0), NOT_ASKED, List.of()),
                arguments(
                        named("not asked: the plugin's are removed", view(ETH0, ETH0_V6)),
                        view(NET1, ETH0, ETH0_V6, NET1_V6),
                        NOT_ASKED,
                        List.of(new Remove(NET1), new Remove(NET1_V6))),
                arguments(
                        named("not asked: those that it took away come back first", view(ETH0)),
                        view(NET1),
                        NOT_ASKED,
                        List.of(new Add(ETH0), new Remove(NET1))),
                arguments(
                        named("not asked: what was there before through the interface stays", view(ETH0, NET1)),
                        view(ETH0, NET1),
                        NOT_ASKED,
                        List.of()),
                arguments(
                        named("not asked: a vanished link's route stays away", view(ETH0, route("net9", "10.9.0.1"))),
                        view(ETH0),
                        NOT_ASKED,
                        List.of()),
                arguments(
                        named("asked: missing one is added, the others' of the family go", view(ETH0, ETH0_V6)),
                        view(ETH0, ETH0_V6),
                        Optional.of(List.of("10.1.0.1")),
                        List.of(new Add(NET1), new Remove(ETH0))),
                arguments(
                        named("asked: the plugin's own is enough", view(ETH0)),
                        view(NET1, ETH0),
                        Optional.of(List.of("10.1.0.1")),
                        List.of(new Remove(ETH0))),
                arguments(
                        named("asked: the gateway asked for wins over the plugin's", view(ETH0)),
                        view(NET1_OTHER, ETH0),
                        Optional.of(List.of("10.1.0.1")),
                        List.of(new Add(NET1), new Remove(NET1_OTHER), new Remove(ETH0))),
                arguments(
                        named("asked for one family: the other family's stays with eth0", view(ETH0, ETH0_V6)),
                        view(NET1, ETH0, ETH0_V6, NET1_V6),
                        Optional.of(List.of("10.1.0.1")),
                        List.of(new Remove(ETH0), new Remove(NET1_V6))),
                arguments(
                        named("asked for both families", view(ETH0, ETH0_V6)),
                        view(ETH0, ETH0_V6),
                        Optional.of(List.of("10.1.0.1", "fd01::1")),
                        List.of(new Add(NET1), new Add(NET1_V6), new Remove(ETH0), new Remove(ETH0_V6))),
                arguments(
                        named("empty list: the plugin's stay, the others' of the same family go", view(ETH0, ETH0_V6)),
                        view(NET1, ETH0, ETH0_V6),
                        Optional.of(List.of()),
                        List.of(new Remove(ETH0))),
                arguments(
                        named("empty list, plugin made none", view(ETH0)),
                        view(ETH0),
                        Optional.of(List.of()),
                        List.of()));
    }

    @Property
    void wantsNothingMoreOnceItsChangesAreMade(
            @ForAll("routes") List<DefaultRoute> before,
            @ForAll("routes") List<DefaultRoute> after,
            @ForAll("requests") Optional<List<String>> asked) {
        var first = DefaultRoutes.afterAdd(view(before), view(after), "net1", asked);
        var now = new LinkedHashSet<>(after);
        for (var change : first) {
            switch (change) {
                case Add add -> now.add(add.route());
                case Remove remove -> now.remove(remove.route());
            }
        }

        assertThat(DefaultRoutes.afterAdd(view(before), view(now), "net1", asked))
                .isEmpty();
        if (asked.isEmpty()) {
            assertThat(now)
                    .containsAll(before.stream()
                            .filter(route -> route.interfaceName().equals("eth0"))
                            .toList());
            assertThat(before)
                    .containsAll(now.stream()
                            .filter(route -> route.interfaceName().equals("net1"))
                            .toList());
        }
    }

    @Provide
    Arbitrary<List<DefaultRoute>> routes() {
        return Arbitraries.of(ETH0, ETH0_V6, NET1, NET1_OTHER, NET1_V6)
                .list()
                .uniqueElements()
                .ofMaxSize(5);
    }

    @Provide
    Arbitrary<Optional<List<String>>> requests() {
        return Arbitraries.of("10.1.0.1", "fd01::1")
                .list()
                .uniqueElements()
                .ofMaxSize(2)
                .optional();
    }

    @Test
    void remembersWhatWasDisplaced() {
        var before = view(ETH0, ETH0_V6);
        var after = view(NET1, ETH0, ETH0_V6);
        var changes = DefaultRoutes.afterAdd(before, after, "net1", Optional.of(List.of("10.1.0.1")));

        assertThat(DefaultRoutes.displaced(before, after, changes, "net1")).containsExactly(ETH0);
    }

    @Test
    void displacesNothingWhenNobodyAsked() {
        var before = view(ETH0);
        var after = view(NET1);
        var changes = DefaultRoutes.afterAdd(before, after, "net1", NOT_ASKED);

        assertThat(DefaultRoutes.displaced(before, after, changes, "net1")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource
    void givesTheDefaultRouteBack(NamespaceView after, List<DefaultRoute> displaced, List<RouteChange> changes) {
        assertThat(DefaultRoutes.afterDel(after, displaced)).isEqualTo(changes);
    }

    static Stream<Arguments> givesTheDefaultRouteBack() {
        var gone = route("net9", "10.9.0.1");
        return Stream.of(
                arguments(named("nothing left", view()), List.of(ETH0), List.of(new Add(ETH0))),
                arguments(
                        named("each family by itself", view(NET1)), List.of(ETH0, ETH0_V6), List.of(new Add(ETH0_V6))),
                arguments(named("another carries it now", view(NET1)), List.of(ETH0), List.of()),
                arguments(
                        named("its link is gone, so the one before it", view()),
                        List.of(gone, ETH0),
                        List.of(new Add(ETH0))),
                arguments(named("latest first", view()), List.of(NET1, ETH0), List.of(new Add(NET1))),
                arguments(
                        named("all of one interface", view()),
                        List.of(NET1, NET1_OTHER, ETH0),
                        List.of(new Add(NET1), new Add(NET1_OTHER))));
    }

    private static NamespaceView view(DefaultRoute... routes) {
        return view(List.of(routes));
    }

    private static NamespaceView view(Collection<DefaultRoute> routes) {
        return new NamespaceView(List.of(link(2, "eth0"), link(3, "net1")), List.copyOf(routes));
    }

    private static Link link(int index, String name) {
        return new Link(index, name, Optional.empty(), 1500, true, List.of());
    }

    private static DefaultRoute route(String interfaceName, String gateway) {
        return new DefaultRoute(gateway.contains(":"), interfaceName, Optional.of(gateway), OptionalLong.empty());
    }
}

package dev.patchbay.multus.netns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class NetworkNamespacesTest {

    private static final String VETH = "link add eth0 address 02:00:00:00:00:01 mtu 1400 type veth peer name peer0";

    private final NetworkNamespaces namespaces = new NetworkNamespaces();

    @Test
    void seesLinksWithAndWithoutAddresses() throws IOException {
        try (var netns = new TestNamespace()) {
            netns.ip(
                    VETH,
                    "link set eth0 up",
                    "addr add 10.1.0.2/24 dev eth0",
                    "-6 addr add fd00:1:0::2/64 dev eth0 nodad");

            var view = namespaces.look(netns.path());

            assertThat(view.linkNames()).containsExactlyInAnyOrder("lo", "eth0", "peer0");
            var eth0 = view.link("eth0").orElseThrow();
            assertThat(eth0.mac()).contains("02:00:00:00:00:01");
            assertThat(eth0.mtu()).isEqualTo(1400);
            assertThat(eth0.up()).isTrue();
            assertThat(eth0.addresses()).contains("10.1.0.2/24", "fd00:1::2/64");
            var peer = view.link("peer0").orElseThrow();
            assertThat(peer.up()).isFalse();
            assertThat(peer.addresses()).isEmpty();
        }
    }

    @Test
    void seesDefaultRoutesOfBothFamiliesWithTheirMetrics() throws IOException {
        try (var netns = new TestNamespace()) {
            netns.ip(
                    VETH,
                    "link set eth0 up",
                    "link set peer0 up",
                    "addr add 10.1.0.2/24 dev eth0",
                    "-6 addr add fd00:1::2/64 dev eth0 nodad",
                    "route add default via 10.1.0.1",
                    "route add default via 10.1.0.9 metric 50",
                    "route add default dev peer0 metric 60",
                    "route add default via 10.1.0.5 table 100",
                    "-6 route add default via fd00:1::1",
                    "-6 route append default via fd00:1::9 dev eth0");

            assertThat(namespaces.look(netns.path()).defaultRoutes())
                    .containsExactlyInAnyOrder(
                            route(false, "eth0", "10.1.0.1"),
                            new DefaultRoute(false, "eth0", Optional.of("10.1.0.9"), OptionalLong.of(50)),
                            new DefaultRoute(false, "peer0", Optional.empty(), OptionalLong.of(60)),
                            route(true, "eth0", "fd00:1::1"),
                            route(true, "eth0", "fd00:1::9"));
        }
    }

    @Test
    void seesMoreLinksThanOneDatagramHolds() throws IOException {
        try (var netns = new TestNamespace()) {
            var expected = new ArrayList<>(List.of("lo"));
            for (var i = 0; i < 50; i++) {
                netns.ip("link add a" + i + " type veth peer name b" + i);
                expected.addAll(List.of("a" + i, "b" + i));
            }

            assertThat(namespaces.look(netns.path()).linkNames()).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void keepsConcurrentLooksApart() throws Exception {
        try (var one = new TestNamespace();
                var other = new TestNamespace();
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            one.ip("link add one0 type bridge");
            other.ip("link add other0 type bridge");
            var looks = new ArrayList<Callable<NamespaceView>>();
            for (var i = 0; i < 200; i++) {
                var path = (i % 2 == 0 ? one : other).path();
                looks.add(() -> namespaces.look(path));
            }

            var views =
                    executor.invokeAll(looks).stream().map(Future::resultNow).toList();

            for (var i = 0; i < views.size(); i++) {
                assertThat(views.get(i).linkNames()).containsExactlyInAnyOrder("lo", i % 2 == 0 ? "one0" : "other0");
            }
            assertThat(namespacesOfOwnThreads()).containsOnly(Files.readSymbolicLink(Path.of("/proc/self/ns/net")));
        }
    }

    @Test
    void leavesNoDescriptorOpen() throws IOException {
        try (var netns = new TestNamespace()) {
            namespaces.look(netns.path());
            var socketsBefore = openFiles("socket:");
            for (var i = 0; i < 200; i++) {
                namespaces.look(netns.path());
                namespaces.prove(netns.path(), OptionalLong.empty());
            }

            // An open namespace is listed by its mount point, or by its kind and inode.
            assertThat(openFiles(netns.path().toString())).isEmpty();
            assertThat(openFiles("net:")).isEmpty();
            assertThat(openFiles("socket:")).hasSameSizeAs(socketsBefore);
        }
    }

    @Test
    void deletesALinkOnceAndIsContentWhenItIsGone() throws IOException {
        try (var netns = new TestNamespace()) {
            netns.ip(VETH);

            namespaces.deleteLink(netns.path(), "eth0");
            namespaces.deleteLink(netns.path(), "eth0");

            assertThat(namespaces.look(netns.path()).linkNames()).containsExactly("lo");
        }
    }

    @Test
    void saysWhatFailedAndWhere() throws IOException {
        try (var netns = new TestNamespace()) {
            assertThatThrownBy(() -> namespaces.deleteLink(netns.path(), "lo"))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("in namespace " + netns.path() + ": delete link lo: ")
                    .hasMessageContaining("(errno ");
            assertThatThrownBy(() -> namespaces.addDefaultRoute(netns.path(), route(false, "eth7", "10.0.0.1")))
                    .hasMessage("in namespace " + netns.path()
                            + ": add IPv4 default route via 10.0.0.1 dev eth7: No such device (errno 19)");
        }
        assertThatThrownBy(() -> namespaces.look(Path.of("/run/netns/pbt-none")))
                .hasMessageContaining("in namespace /run/netns/pbt-none: open")
                .hasMessageContaining("No such file or directory (errno 2)");
    }

    @Test
    void addsAndRemovesDefaultRoutesOfBothFamilies() throws IOException {
        try (var netns = new TestNamespace()) {
            netns.ip(
                    VETH,
                    "link set eth0 up",
                    "link set peer0 up",
                    "addr add 10.1.0.2/24 dev eth0",
                    "-6 addr add fd00:1::2/64 dev eth0 nodad");
            var routes = List.of(
                    route(false, "eth0", "10.1.0.1"),
                    new DefaultRoute(false, "eth0", Optional.of("10.1.0.9"), OptionalLong.of(50)),
                    new DefaultRoute(false, "peer0", Optional.empty(), OptionalLong.of(60)),
                    new DefaultRoute(false, "eth0", Optional.of("fd00:1::1"), OptionalLong.of(70)),
                    route(true, "eth0", "fd00:1::1"),
                    new DefaultRoute(true, "eth0", Optional.of("fd00:1::9"), OptionalLong.of(50)));

            for (var route : routes) {
                namespaces.addDefaultRoute(netns.path(), route);
                namespaces.addDefaultRoute(netns.path(), route);
            }

            assertThat(namespaces.look(netns.path()).defaultRoutes()).containsExactlyInAnyOrderElementsOf(routes);
            for (var route : routes) {
                namespaces.removeDefaultRoute(netns.path(), route);
                assertThat(namespaces.look(netns.path()).defaultRoutes()).doesNotContain(route);
                namespaces.removeDefaultRoute(netns.path(), route);
            }
            assertThat(namespaces.look(netns.path()).defaultRoutes()).isEmpty();
        }
    }

    @Test
    void givesTheDefaultRouteBackToTheInterfaceThatHadIt() throws IOException {
        try (var netns = new TestNamespace()) {
            netns.ip(
                    VETH,
                    "link add net1 type veth peer name peer1",
                    "link set eth0 up",
                    "link set net1 up",
                    "link set peer0 up",
                    "link set peer1 up",
                    "addr add 10.1.0.2/24 dev eth0",
                    "-6 addr add fd00:1::2/64 dev eth0 nodad",
                    "route add default via 10.1.0.1",
                    "-6 route add default via fd00:1::1");
            var before = namespaces.look(netns.path());
            netns.ip(
                    "addr add 10.2.0.2/24 dev net1",
                    "-6 addr add fd00:2::2/64 dev net1 nodad",
                    "route prepend default via 10.2.0.1",
                    "-6 route append default via fd00:2::1 dev net1");
            var after = namespaces.look(netns.path());

            apply(netns, DefaultRoutes.afterAdd(before, after, "net1", Optional.empty()));
            assertThat(namespaces.look(netns.path()).defaultRoutes())
                    .containsExactlyInAnyOrderElementsOf(before.defaultRoutes());

            var asked = Optional.of(List.of("10.2.0.1", "fd00:2::1"));
            var bare = namespaces.look(netns.path());
            var changes = DefaultRoutes.afterAdd(before, bare, "net1", asked);
            apply(netns, changes);
            assertThat(namespaces.look(netns.path()).defaultRoutes())
                    .containsExactlyInAnyOrder(route(false, "net1", "10.2.0.1"), route(true, "net1", "fd00:2::1"));

            namespaces.deleteLink(netns.path(), "net1");
            apply(
                    netns,
                    DefaultRoutes.afterDel(
                            namespaces.look(netns.path()), DefaultRoutes.displaced(before, bare, changes, "net1")));
            assertThat(namespaces.look(netns.path()).defaultRoutes())
                    .containsExactlyInAnyOrderElementsOf(before.defaultRoutes());
        }
    }

    private void apply(TestNamespace netns, List<RouteChange> changes) throws IOException {
        for (var change : changes) {
            switch (change) {
                case RouteChange.Add add -> namespaces.addDefaultRoute(netns.path(), add.route());
                case RouteChange.Remove remove -> namespaces.removeDefaultRoute(netns.path(), remove.route());
            }
        }
    }

    private static DefaultRoute route(boolean ipv6, String interfaceName, String gateway) {
        return new DefaultRoute(ipv6, interfaceName, Optional.of(gateway), OptionalLong.empty());
    }

    private static List<Path> namespacesOfOwnThreads() throws IOException {
        var found = new ArrayList<Path>();
        try (var threads = Files.list(Path.of("/proc/self/task"))) {
            for (var thread : threads.toList()) {
                try {
                    found.add(Files.readSymbolicLink(thread.resolve("ns/net")));
                } catch (IOException e) {
                    // The thread has ended since it was listed.
                    assertThat(thread).doesNotExist();
                }
            }
        }
        return found;
    }

    private static List<String> openFiles(String kind) throws IOException {
        var found = new ArrayList<String>();
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            for (var file : files.toList()) {
                try {
                    found.add(Files.readSymbolicLink(file).toString());
                } catch (IOException e) {
                    // The descriptor was closed since it was listed.
                    assertThat(file).doesNotExist();
                }
            }
        }
        return found.stream().filter(file -> file.startsWith(kind)).toList();
    }
}

package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.it.host.Netns.Link;
import dev.patchbay.it.node.Kubectl;
import dev.patchbay.it.node.TestNode;
import dev.patchbay.it.node.TestPod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/** What tests on a node have in common: shorthands, and the check that four sources agree. */
abstract class NodeTest {

    static final Duration LIMIT = Duration.ofSeconds(20);

    abstract TestNode node();

    Kubectl kubectl() {
        return node().kubectl();
    }

    /** Makes a bridge network with host-local addresses, whose third number is {@code third}. */
    void bridgeNetwork(String name, int third) {
        kubectl().createNad("default", name, Nads.bridge(node(), name, third));
    }

    /** Returns the annotation text for these elements. */
    static String list(String... elements) {
        return "[" + String.join(",", elements) + "]";
    }

    /** Returns an element with an interface name. */
    static String nic(String network, String interfaceName) {
        return "{\"name\":\"%s\",\"interface\":\"%s\"}".formatted(network, interfaceName);
    }

    NetworkStatus entry(TestPod pod, String interfaceName) {
        return kubectl().networkStatus(pod).stream()
                .filter(e -> e.interfaceName().orElse("").equals(interfaceName))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no entry for " + interfaceName));
    }

    Link link(TestPod pod, String interfaceName) {
        return node().netns(pod)
                .link(interfaceName)
                .orElseThrow(() -> new AssertionError("no link " + interfaceName + " in the pod"));
    }

    /** Returns the kernel's index of a link: another one means that the link was made anew. */
    String linkIndex(TestPod pod, String interfaceName) {
        return node().netns(pod).run("ip", "-o", "link", "show", interfaceName).replaceAll("(?s):.*", "");
    }

    /** The status, the namespace and the address keeper say the same about the pod's secondary interfaces. */
    void assertAgreement(TestPod pod, String... interfaceNames) {
        assertThat(node().netns(pod).linkNames())
                .filteredOn(name -> !name.equals("eth0"))
                .containsExactlyInAnyOrder(interfaceNames);
        for (var name : interfaceNames) {
            assertThat(entry(pod, name).ips()).isEqualTo(link(pod, name).ips());
            assertThat(entry(pod, name).mac()).hasValue(link(pod, name).mac());
        }
    }

    void awaitAddresses(String network, int count) {
        await("addresses of " + network)
                .atMost(LIMIT)
                .until(() -> node().addresses(network).size() == count);
    }

    void awaitEvent(TestPod pod, String reason, String text) {
        await("event %s with \"%s\"".formatted(reason, text))
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(kubectl().eventLines(pod))
                        .anyMatch(line -> line.startsWith(reason + " ") && line.contains(text)));
    }

    /** Events are written beside the status, not before it. */
    void awaitEventCount(TestPod pod, String reason, long count) {
        await("%d times %s".formatted(count, reason))
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(eventCount(pod, reason)).isEqualTo(count));
    }

    long eventCount(TestPod pod, String reason) {
        return kubectl().events(pod).stream()
                .filter(e -> e.getReason().equals(reason))
                .mapToLong(e -> e.getCount() == null ? 1 : e.getCount())
                .sum();
    }

    /** Deletes the pod and waits until nothing is held for it any more. */
    void deleteAndAwaitRelease(TestPod pod, String... networks) {
        node().delete(pod);
        for (var network : networks) {
            awaitAddresses(network, 0);
        }
        await("records").atMost(LIMIT).until(() -> records(pod).isEmpty());
    }

    /** Returns the texts of the controller's records of a pod. */
    List<String> records(TestPod pod) {
        try (var files = Files.list(node().records().resolve("results"))) {
            return files.filter(f -> !f.toString().endsWith(".tmp"))
                    .map(NodeTest::text)
                    .filter(text -> text.contains(pod.uid()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            // It went meanwhile.
            return "";
        }
    }

    /** Puts a program before the real plugin of that name. */
    Path plugin(String name, String script) {
        try {
            var bin = Files.createDirectories(node().dir().resolve("bin"));
            var fresh = Files.writeString(bin.resolve("." + name), script);
            if (!fresh.toFile().setExecutable(true)) {
                throw new IOException("chmod");
            }
            return Files.move(
                    fresh, bin.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes a program of {@link #plugin} away again. */
    void removePlugin(String name) {
        try {
            Files.deleteIfExists(node().dir().resolve("bin").resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

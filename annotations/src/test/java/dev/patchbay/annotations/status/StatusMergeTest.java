package dev.patchbay.annotations.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.JsonNodeFactory;

/** Entries are written {@code name@interface}, the interface may be empty; {@code *} marks the default network. */
class StatusMergeTest {

    static Stream<Arguments> merges() {
        return Stream.of(
                arguments("appends in the order given", "cni@eth0*", "", "b@net2 a@net1", "cni@eth0* b@net2 a@net1"),
                arguments("replaces in place", "cni@eth0* a@net1 b@net2", "", "c@net1", "cni@eth0* c@net1 b@net2"),
                arguments(
                        "replaces in place what was removed before",
                        "a@net1 b@net2",
                        "net1",
                        "c@net1",
                        "c@net1 b@net2"),
                arguments("removes", "cni@eth0* a@net1 b@net2", "net1 net9", "", "cni@eth0* b@net2"),
                arguments("never removes the default network", "cni@eth0* a@net1", "eth0", "", "cni@eth0* a@net1"),
                arguments(
                        "replaces the default network by itself",
                        "old@eth0* a@net1",
                        "",
                        "new@eth0*",
                        "new@eth0* a@net1"),
                arguments("does not hide the default network", "cni@eth0*", "", "a@eth0", "cni@eth0*"),
                arguments("keeps one of two entries of an interface", "a@net1 b@net1 c@net2", "", "", "a@net1 c@net2"),
                arguments("keeps the default one of two", "a@eth0 cni@eth0*", "", "", "cni@eth0*"),
                arguments("takes the last of two that are published", "", "", "a@net1 b@net2 c@net1", "c@net1 b@net2"),
                arguments("publishes all interfaces of one result", "a@net1", "", "a@net1 a@sub0", "a@net1 a@sub0"),
                arguments("replaces entries without interface by name", "a@ a@ b@", "", "a@ a@ c@", "a@ a@ b@ c@"),
                arguments("leaves entries without interface alone", "a@ a@", "net1", "", "a@ a@"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("merges")
    void merges(String rule, String current, String removed, String published, String merged) {
        var result = StatusMerge.merge(entries(current), Set.of(words(removed)), entries(published));

        assertThat(show(result)).as(rule).isEqualTo(merged);
    }

    @Test
    void dropsGhostsAndEntriesWithoutInterface() {
        var current = entries("cni@eth0* a@net1 b@ b@ c@net2");

        assertThat(show(StatusMerge.drop(current, entries("cni@eth0* a@net1 b@ x@net7"))))
                .isEqualTo("cni@eth0* b@ c@net2");
    }

    @Test
    void entriesOfOthersKeepTheirFields() {
        var parsed = (ParsedStatuses.Valid) NetworkStatuses.parse("""
                [{"name":"x","interface":"ovn0","example.com/owner":"ovn","dns":{}},{"name":"ns/a","interface":"net1"}]""");

        var merged = StatusMerge.merge(parsed.entries(), Set.of("net1"), entries("b@net2"));

        assertThat(NetworkStatuses.toJson(merged.getFirst()))
                .hasToString("{\"name\":\"x\",\"interface\":\"ovn0\",\"dns\":{},\"example.com/owner\":\"ovn\"}");
    }

    private static String[] words(String text) {
        return text.isEmpty() ? new String[0] : text.split(" ", -1);
    }

    private static List<NetworkStatus> entries(String text) {
        return Stream.of(words(text)).map(StatusMergeTest::entry).toList();
    }

    static NetworkStatus entry(String sketch) {
        var parts = sketch.replace("*", "").split("@", 2);
        return new NetworkStatus(
                parts[0],
                Optional.of(parts[1]).filter(name -> !name.isEmpty()),
                List.of(),
                Optional.empty(),
                OptionalInt.empty(),
                sketch.endsWith("*"),
                List.of(),
                JsonNodeFactory.instance.objectNode(),
                Optional.empty(),
                Map.of());
    }

    private static String show(List<NetworkStatus> entries) {
        return entries.stream()
                .map(entry -> entry.name() + "@" + entry.interfaceName().orElse("") + (entry.isDefault() ? "*" : ""))
                .collect(Collectors.joining(" "));
    }
}

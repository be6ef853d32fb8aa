package dev.patchbay.verticles.ipam.block;

import static dev.patchbay.verticles.ipam.block.Sketch.ip;
import static dev.patchbay.verticles.ipam.block.Sketch.set;
import static dev.patchbay.verticles.ipam.block.Sketch.span;
import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.verticles.ipam.address.Cidr;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockSearchTest {

    private static BlockSearch search(String cidr) {
        return new BlockSearch("default", Window.of(Cidr.parse(cidr)));
    }

    private static List<BlockKey> walk(BlockSearch search, String node) {
        var found = new ArrayList<BlockKey>();
        for (var next = search.next(node, Set.of()); next.isPresent(); next = search.next(node, new HashSet<>(found))) {
            found.add(next.get());
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/24, 4",
        "10.0.0.7/32, 1",
        "10.0.0.60/29, 1",
        "10.0.0.0/8, 262144",
        "2001:db8::/64, 288230376151711744",
        "2001:db8::/48, 18889465931478580854784",
    })
    void knowsHowManyBlocksAWindowTouches(String cidr, BigInteger count) {
        assertThat(search(cidr).size()).isEqualTo(count);
    }

    @Property(tries = 100)
    void visitsEveryUsableBlockOnce(
            @ForAll @Size(max = 6) Set<@IntRange(max = 31) Integer> excludedBlocks,
            @ForAll @IntRange(max = 99) int node) {
        var excluded = set(excludedBlocks.stream()
                .map(i -> BlockKey.of("default", ip("10.0.%d.%d".formatted(i / 4, i % 4 * 64)))
                        .cidr()
                        .toString())
                .toArray(String[]::new));
        var window = Window.of(Cidr.parse("10.0.0.0/21"), span("10.0.0.0", "10.0.7.255"), excluded, set());
        var search = new BlockSearch("default", window);

        var walked = walk(search, "node-" + node);

        assertThat(walked)
                .doesNotHaveDuplicates()
                .hasSize(32 - excludedBlocks.size())
                .allMatch(search::contains)
                .allMatch(key -> window.bits(key) != 0);
        assertThat(search.order("node-" + node, new HashSet<>(walked))).isEqualTo(walked);
    }

    @Test
    void findsNothingInAnEmptyWindow() {
        var window = Window.of(Cidr.parse("10.0.0.0/30"), span("10.0.0.0", "10.0.0.3"), set("10.0.0.0/30"), set());
        var search = new BlockSearch("default", window);

        assertThat(search.next("node", Set.of())).isEmpty();
        assertThat(search.order("node", List.of(BlockKey.of("default", ip("10.0.0.0")))))
                .isEmpty();
    }

    @Test
    void leavesOtherDomainsAlone() {
        var search = search("10.0.0.0/26");
        var foreign = BlockKey.of("other", ip("10.0.0.0"));

        assertThat(search.next("node", Set.of(foreign))).contains(BlockKey.of("default", ip("10.0.0.0")));
        assertThat(search.order("node", List.of(foreign))).isEmpty();
    }

    @Test
    void startsEveryNodeAtAPlaceOfItsOwnAndAlwaysThere() {
        var starts = IntStream.range(0, 1000)
                .mapToObj(
                        i -> search("2001:db8::/64").next("node-" + i, Set.of()).orElseThrow())
                .toList();

        assertThat(starts).doesNotHaveDuplicates();
        // SHA-256 of the name modulo the number of blocks: a node keeps its place when it is updated.
        assertThat(search("10.0.0.0/8").next("node-a", Set.of())).hasToString("Optional[default 10.173.222.64/26]");
    }

    @Test
    void walksUpwardsAndAround() {
        var walked = walk(search("10.0.0.0/22"), "node-a").stream()
                .map(BlockKey::first)
                .toList();
        int lowest = walked.indexOf(ip("10.0.0.0"));

        assertThat(walked).hasSize(16);
        assertThat(walked.subList(0, lowest)).isSorted();
        assertThat(walked.subList(lowest, 16)).isSorted();
    }
}

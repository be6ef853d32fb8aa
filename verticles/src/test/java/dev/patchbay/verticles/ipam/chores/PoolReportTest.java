package dev.patchbay.verticles.ipam.chores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.multus.cni.CniResult;
import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.address.Cidr;
import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.block.Lease;
import dev.patchbay.verticles.ipam.block.Owner;
import dev.patchbay.verticles.ipam.block.Rest;
import dev.patchbay.verticles.ipam.block.Window;
import dev.patchbay.verticles.ipam.cni.Supply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

class PoolReportTest {

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
    private static final JsonNode NOTHING = MissingNode.getInstance();

    @Test
    void countsWhatIsUsedAndRestsAndIsFree() {
        var status =
                report(supply("10.0.0.0/24"), block("10.0.0.0", 1, lease("10.0.0.5", "a"), lease("10.0.0.6", "b")));

        assertThat(status.path("capacity").asString("")).isEqualTo("254");
        assertThat(status.path("used").asString("")).isEqualTo("2");
        assertThat(status.path("resting").asString("")).isEqualTo("1");
        assertThat(status.path("free").asString("")).isEqualTo("251");
        assertThat(status.path("nodes").toString())
                .isEqualTo("[{\"name\":\"a\",\"used\":\"1\"},{\"name\":\"b\",\"used\":\"1\"}]");
        assertThat(condition(status, "Exhausted").path("status").asString("")).isEqualTo("False");
    }

    @Test
    void countsAnIpv6RangeToItsLastAddress() {
        assertThat(report(supply("2001:db8::/64")).path("free").asString("")).isEqualTo("18446744073709551615");
    }

    @Test
    void isExhaustedWhenOneOfItsRangesIs() {
        var status = report(
                supply("10.0.0.0/30", "10.0.1.0/24"),
                block("10.0.0.0", 0, lease("10.0.0.1", "a"), lease("10.0.0.2", "a")));

        assertThat(condition(status, "Exhausted").path("status").asString("")).isEqualTo("True");
        assertThat(status.path("ranges").path(0).path("free").asString("")).isEqualTo("0");
    }

    @Test
    void countsWhatAnEditLeftOutside() {
        assertThat(report(supply("10.0.0.0/29"), block("10.0.0.0", 0, lease("10.0.0.60", "a")))
                        .path("outside")
                        .asString(""))
                .isEqualTo("1");
    }

    @Test
    void keepsTheTimeSinceWhenAConditionHolds() {
        var before = report(supply("10.0.0.0/24"));
        var later = PoolReport.of("pool", supply("10.0.0.0/24"), List.of(), before, NOW.plusSeconds(60));

        assertThat(later).isEqualTo(before);
        assertThat(condition(PoolReport.invalid("no range", before, NOW.plusSeconds(60)), "Invalid")
                        .path("lastTransitionTime")
                        .asString(""))
                .isEqualTo("2026-12-01T00:01:00Z");
    }

    private static JsonNode condition(JsonNode status, String type) {
        for (var condition : status.path("conditions")) {
            if (condition.path("type").asString("").equals(type)) {
                return condition;
            }
        }
        throw new AssertionError("no condition " + type);
    }

    private static JsonNode report(Supply supply, Block... blocks) {
        return PoolReport.of("pool", supply, List.of(blocks), NOTHING, NOW);
    }

    private static Supply supply(String... cidrs) {
        var slots = new ArrayList<Supply.Slot>();
        for (var cidr : cidrs) {
            var range = new Supply.Range(Window.of(Cidr.parse(cidr)), Optional.empty());
            slots.add(new Supply.Slot("pool", slots.size(), "default", Duration.ofMinutes(1), List.of(range)));
        }
        return new Supply(slots, List.of(), CniResult.EMPTY.dns());
    }

    private static Block block(String first, int resting, Lease... leases) {
        var rests = new ArrayList<Rest>();
        for (int i = 0; i < resting; i++) {
            rests.add(new Rest(Address.parse("10.0.0.4" + i), NOW, 3, "pod/old/net1"));
        }
        return new Block(
                BlockKey.of("default", Address.parse(first)), Optional.of("a"), NOW, NOW, 9, List.of(leases), rests);
    }

    private static Lease lease(String address, String node) {
        return new Lease(
                Address.parse(address),
                new Owner.PodOwner("u" + address, "ns", "p", "net1"),
                "pool",
                0,
                "sandbox",
                "net1",
                node,
                NOW,
                1,
                Optional.empty(),
                Optional.empty());
    }
}

package dev.patchbay.verticles.ipam.block;

import static dev.patchbay.verticles.ipam.block.Sketch.NOW;
import static dev.patchbay.verticles.ipam.block.Sketch.block;
import static dev.patchbay.verticles.ipam.block.Sketch.pod;
import static dev.patchbay.verticles.ipam.block.Sketch.window;
import static dev.patchbay.verticles.ipam.block.Sketch.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class BlockCodecTest {

    private static final JsonMapper MAPPER = new JsonMapper();

    /** Two leases, 10.0.0.1 and 10.0.0.3, and 10.0.0.2 at rest. */
    private static Block sample() {
        var leased = with(block("10.0.0.0"), window("10.0.0.0", "10.0.0.255"), "a", "b", "c");
        return Blocks.release(leased, new Release.ByOwner(pod("b").key()), NOW).block();
    }

    private static ObjectNode lease(JsonNode json, int index) {
        return (ObjectNode) json.path("leases").path(index);
    }

    private static ObjectNode rest(JsonNode json) {
        return (ObjectNode) json.path("rests").path(0);
    }

    @Test
    void looksLikeThis() throws JacksonException {
        var json = BlockCodec.write(with(block("10.0.0.64"), window("10.0.0.0", "10.0.0.255"), "a"));

        assertThat(json).isEqualTo(MAPPER.readTree("""
                                {
                                  "cidr": "10.0.0.64/26",
                                  "domain": "default",
                                  "node": "node-a",
                                  "createdAt": "2026-06-01T12:00:00Z",
                                  "claimedAt": "2026-06-01T12:00:00Z",
                                  "sequence": 1780315200001,
                                  "leases": [{
                                    "address": "10.0.0.64",
                                    "owner": {"pod": {"uid": "uid-of-a", "namespace": "default", "name": "a", "ifname": "net1"}},
                                    "pool": "storage",
                                    "slot": 0,
                                    "containerId": "sandbox-of-a",
                                    "ifname": "net1",
                                    "node": "node-a",
                                    "since": "2026-06-01T12:00:00Z",
                                    "sequence": 1780315200001
                                  }],
                                  "rests": []
                                }
                                """));
    }

    @Test
    void readsWhatItWroteThroughText() throws Exception {
        var text = MAPPER.writeValueAsString(BlockCodec.write(sample()));

        assertThat(BlockCodec.read(MAPPER.readTree(text))).isEqualTo(sample());
    }

    @Test
    void passesOverFieldsOfLaterVersions() throws Exception {
        var json = BlockCodec.write(sample());
        json.put("colour", "blue");
        lease(json, 0).putObject("colour").put("red", 1);
        ((ObjectNode) lease(json, 0).path("owner").path("pod")).put("colour", "blue");
        rest(json).putArray("colour");

        assertThat(BlockCodec.read(json)).isEqualTo(sample());
    }

    @Test
    void toleratesWhatMayBeMissing() throws Exception {
        var json = BlockCodec.write(Block.create(sample().key(), "node-a", NOW));
        json.remove("leases");
        json.putNull("rests");
        json.remove("claimedAt");
        json.put("node", "");

        var read = BlockCodec.read(json);

        assertThat(read.node()).isEmpty();
        assertThat(read.claimedAt()).isEqualTo(NOW);
        assertThat(read.leases()).isEmpty();
        assertThat(read.rests()).isEmpty();
    }

    @Test
    void toleratesALeaseWithoutSequence() throws Exception {
        var json = BlockCodec.write(sample());
        lease(json, 0).remove("sequence");

        assertThat(BlockCodec.read(json).leases().getFirst().sequence()).isZero();
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                edit(
                        json -> lease(json, 1).put("address", "10.0.0.1"),
                        "the block contradicts itself: 10.0.0.1 is leased twice"),
                edit(
                        json -> rest(json).put("address", "10.0.0.1"),
                        "the block contradicts itself: 10.0.0.1 is leased and released at once"),
                edit(
                        json -> json.withArray("rests").add(rest(json).deepCopy()),
                        "the block contradicts itself: 10.0.0.2 is released twice"),
                edit(
                        json -> lease(json, 1).put("address", "10.0.0.64"),
                        "the block contradicts itself: 10.0.0.64 is not in 10.0.0.0/26"),
                edit(
                        json -> lease(json, 1).put("address", "2001:db8::1"),
                        "the block contradicts itself: 2001:db8::1 is not in 10.0.0.0/26"),
                edit(
                        json -> json.put("sequence", 1),
                        "the block contradicts itself: a part has sequence 1780315200001, but the block only 1"),
                edit(json -> json.put("cidr", "10.0.0.0/24"), "cidr: 10.0.0.0/24 is no block; 10.0.0.0/26 is one"),
                edit(json -> json.put("cidr", "10.0.0.1/26"), "cidr: 10.0.0.1/26 is no block; 10.0.0.0/26 is one"),
                edit(json -> json.put("cidr", "10.0.0.0"), "cidr: \"10.0.0.0\" has no prefix length"),
                edit(json -> json.put("domain", "A B"), "domain: \"A B\" cannot be a domain"),
                edit(json -> json.remove("domain"), "domain is missing"),
                edit(json -> json.putNull("sequence"), "sequence is missing"),
                edit(json -> json.put("sequence", "7"), "sequence: must be a whole number"),
                edit(json -> json.put("sequence", 1.5), "sequence: must be a whole number"),
                edit(json -> json.put("sequence", -1), "sequence: must be a whole number"),
                edit(json -> json.put("createdAt", "yesterday"), "createdAt: must be a time such as"),
                edit(json -> json.put("leases", "none"), "leases: must be a list"),
                edit(json -> json.putArray("leases").add(1), "leases[0] must be an object"),
                edit(json -> lease(json, 0).put("slot", 1L << 40), "leases[0].slot: must be a whole number"),
                edit(
                        json -> lease(json, 1).put("address", "10.0.0.03"),
                        "leases[1].address: \"10.0.0.03\" is no IP address"),
                edit(json -> lease(json, 1).put("node", 5), "leases[1].node: must be a text"),
                edit(json -> lease(json, 1).remove("owner"), "leases[1].owner is missing"),
                edit(
                        json -> lease(json, 1).putObject("owner"),
                        "leases[1].owner: must have exactly one field, but has []"),
                edit(
                        json -> lease(json, 1).putObject("owner").putObject("alien"),
                        "leases[1].owner: \"alien\" is no kind of owner that this version knows"),
                edit(
                        json -> lease(json, 1)
                                .putObject("owner")
                                .putObject("claim")
                                .put("namespace", "x"),
                        "leases[1].owner.claim.uid is missing"),
                edit(
                        json -> lease(json, 1)
                                .putObject("owner")
                                .putObject("container")
                                .put("id", "a/b")
                                .put("ifname", "net1"),
                        "leases[1].owner: \"a/b\" cannot be a container ID"),
                edit(json -> rest(json).remove("releasedAt"), "rests[0].releasedAt is missing"));
    }

    private static Arguments edit(Consumer<ObjectNode> edit, String message) {
        return arguments(edit, message);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource
    void refused(Consumer<ObjectNode> edit, String message) {
        var json = BlockCodec.write(sample());
        edit.accept(json);

        assertThatExceptionOfType(BlockFormatException.class)
                .isThrownBy(() -> BlockCodec.read(json))
                .withMessageStartingWith(message);
    }

    @Test
    void refusesWhatIsNoObject() {
        assertThatExceptionOfType(BlockFormatException.class)
                .isThrownBy(() -> BlockCodec.read(MAPPER.createArrayNode()))
                .withMessage("the block must be an object");
    }
}

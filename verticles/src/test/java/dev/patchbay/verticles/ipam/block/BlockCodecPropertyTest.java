package dev.patchbay.verticles.ipam.block;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.address.Family;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class BlockCodecPropertyTest {

    private static final JsonMapper MAPPER = new JsonMapper();

    @Property(tries = 300)
    void nothingIsLostOnTheWayThroughText(@ForAll("blocks") Block block) throws Exception {
        var text = MAPPER.writeValueAsString(BlockCodec.write(block));

        assertThat(BlockCodec.read(MAPPER.readTree(text))).isEqualTo(block);
    }

    /** Whatever somebody edits, it is read or refused: nothing else is thrown. */
    @Property(tries = 300)
    void aDamagedBlockIsReadOrRefused(@ForAll("blocks") Block block, @ForAll Random random) {
        var json = BlockCodec.write(block);
        for (int i = 0; i < 3; i++) {
            damage(json, random);
        }

        try {
            var read = BlockCodec.read(json);
            assertThat(BlockCodec.read(BlockCodec.write(read))).isEqualTo(read);
        } catch (BlockFormatException e) {
            assertThat(e)
                    .hasMessageMatching("(?s).*(leases|rests|block|cidr|domain|node|createdAt|claimedAt|sequence).*");
        }
    }

    private static void damage(JsonNode json, Random random) {
        if (json instanceof ObjectNode object && !object.isEmpty()) {
            var names = new ArrayList<String>();
            object.propertyNames().forEach(names::add);
            var name = names.get(random.nextInt(names.size()));
            if (object.get(name).isContainer() && random.nextInt(4) != 0) {
                damage(object.get(name), random);
            } else {
                object.set(name, rubbish(random));
            }
        } else if (json instanceof ArrayNode array && !array.isEmpty()) {
            int index = random.nextInt(array.size());
            switch (random.nextInt(4)) {
                case 0 -> array.set(index, rubbish(random));
                case 1 -> array.add(array.get(index).deepCopy());
                default -> damage(array.get(index), random);
            }
        }
    }

    private static JsonNode rubbish(Random random) {
        var nodes = MAPPER.getNodeFactory();
        return switch (random.nextInt(8)) {
            case 0 -> nodes.nullNode();
            case 1 -> nodes.stringNode("");
            case 2 -> nodes.stringNode("10.0.0.1");
            case 3 -> nodes.numberNode(random.nextLong());
            case 4 -> nodes.numberNode(random.nextDouble());
            case 5 -> nodes.objectNode().put("a", 1);
            case 6 -> nodes.arrayNode().add(1);
            default -> nodes.stringNode("+1000000000-12-31T23:59:59.999999999Z");
        };
    }

    @Provide
    Arbitrary<Block> blocks() {
        var offsets = Arbitraries.integers().between(0, BlockKey.SIZE - 1);
        return keys().flatMap(key -> Combinators.combine(
                        texts().optional(),
                        instants(),
                        instants(),
                        offsets.set().ofMaxSize(8).map(List::copyOf),
                        leases().list().ofSize(8),
                        instants().list().ofSize(8),
                        Arbitraries.longs().between(0, Long.MAX_VALUE))
                .as((node, createdAt, claimedAt, at, leases, times, sequence) -> {
                    int leased = at.size() / 2;
                    var placed = new ArrayList<Lease>();
                    var rests = new ArrayList<Rest>();
                    for (int i = 0; i < at.size(); i++) {
                        var address = key.at(at.get(i));
                        if (i < leased) {
                            placed.add(at(leases.get(i), address, sequence - sequence / (i + 1)));
                        } else {
                            rests.add(new Rest(address, times.get(i), sequence / (i + 1), "pod/" + i + "/net1"));
                        }
                    }
                    return new Block(key, node, createdAt, claimedAt, sequence, placed, rests);
                }));
    }

    private static Lease at(Lease lease, Address address, long sequence) {
        return new Lease(
                address,
                lease.owner(),
                lease.pool(),
                lease.slot(),
                lease.containerId(),
                lease.ifname(),
                lease.node(),
                lease.since(),
                sequence,
                lease.mac(),
                lease.nad());
    }

    private static Arbitrary<BlockKey> keys() {
        var domains = Arbitraries.of("default", "a", "tenant-1.lab");
        var addresses = Arbitraries.oneOf(
                Arbitraries.longs().between(0, 0xffff_ffffL).map(low -> new Address(Family.IPV4, 0, low)),
                Combinators.combine(Arbitraries.longs(), Arbitraries.longs())
                        .as((high, low) -> new Address(Family.IPV6, high | 1, low)));
        return Combinators.combine(domains, addresses).as(BlockKey::of);
    }

    private static Arbitrary<Lease> leases() {
        return Combinators.combine(
                        owners(),
                        texts(),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of("", "c1", "c2"),
                        texts(),
                        instants(),
                        texts().optional(),
                        texts().optional())
                .as((owner, pool, slot, containerId, node, since, mac, nad) -> new Lease(
                        new Address(Family.IPV4, 0, 0),
                        owner,
                        pool,
                        slot,
                        containerId,
                        "net1",
                        node,
                        since,
                        0,
                        mac,
                        nad));
    }

    private static Arbitrary<Owner> owners() {
        var kinds = List.<Arbitrary<Owner>>of(
                texts().map(text -> new Owner.PodOwner(key(text), text, "pod", "net1")),
                texts().map(text -> new Owner.ContainerOwner(key(text), "net1")),
                texts().map(text -> new Owner.ClaimOwner(key(text), text, "claim")));
        return Arbitraries.oneOf(kinds);
    }

    private static String key(String text) {
        return text.replace('/', '-');
    }

    private static Arbitrary<String> texts() {
        return Arbitraries.strings().ofMinLength(1).ofMaxLength(8).filter(text -> !hasLoneSurrogate(text));
    }

    /** Text that is no Unicode has no UTF-8. */
    private static boolean hasLoneSurrogate(String text) {
        return text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    private static Arbitrary<Instant> instants() {
        return Arbitraries.oneOf(
                Arbitraries.longs().between(0, 1L << 36).map(Instant::ofEpochSecond),
                Combinators.combine(
                                Arbitraries.longs().between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()),
                                Arbitraries.longs().between(0, 999_999_999))
                        .as(Instant::ofEpochSecond));
    }
}

package dev.patchbay.verticles.ipam.block;

import dev.patchbay.verticles.ipam.address.Cidr;
import java.util.ArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Blocks as JSON: the {@code spec} of the custom resource AddressBlock, and the files of the store without Kubernetes.
 * Fields that this version does not know are passed over. A schema cannot see that two fields contradict each other, and
 * anybody may edit an object, so it is seen here.
 */
public final class BlockCodec {

    private BlockCodec() {}

    /** Returns the block as JSON. */
    public static ObjectNode write(Block block) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("cidr", block.key().cidr().toString())
                .put("domain", block.key().domain());
        block.node().ifPresent(node -> json.put("node", node));
        json.put("createdAt", block.createdAt().toString())
                .put("claimedAt", block.claimedAt().toString())
                .put("sequence", block.sequence());
        var leases = json.putArray("leases");
        block.leases().forEach(lease -> leases.add(write(lease)));
        var rests = json.putArray("rests");
        block.rests().forEach(rest -> rests.add(write(rest)));
        return json;
    }

    private static ObjectNode write(Lease lease) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("address", lease.address().toString());
        json.set("owner", OwnerJson.write(lease.owner()));
        json.put("pool", lease.pool())
                .put("slot", lease.slot())
                .put("containerId", lease.containerId())
                .put("ifname", lease.ifname())
                .put("node", lease.node())
                .put("since", lease.since().toString())
                .put("sequence", lease.sequence());
        lease.mac().ifPresent(mac -> json.put("mac", mac));
        lease.nad().ifPresent(nad -> json.put("nad", nad));
        return json;
    }

    private static ObjectNode write(Rest rest) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("address", rest.address().toString())
                .put("releasedAt", rest.releasedAt().toString())
                .put("sequence", rest.sequence())
                .put("lastOwner", rest.lastOwner());
    }

    /**
     * Reads a block.
     *
     * @throws BlockFormatException where it is none, or contradicts itself; the message says where
     */
    public static Block read(JsonNode spec) throws BlockFormatException {
        var fields = Fields.of("", spec);
        var leases = new ArrayList<Lease>();
        for (var lease : fields.objects("leases")) {
            leases.add(lease(lease));
        }
        var rests = new ArrayList<Rest>();
        for (var rest : fields.objects("rests")) {
            rests.add(rest(rest));
        }
        var key = key(fields);
        var createdAt = fields.instant("createdAt");
        var claimedAt = fields.get("claimedAt").isPresent() ? fields.instant("claimedAt") : createdAt;
        try {
            return new Block(
                    key,
                    fields.optionalText("node"),
                    createdAt,
                    claimedAt,
                    fields.number("sequence", Long.MAX_VALUE),
                    leases,
                    rests);
        } catch (IllegalArgumentException e) {
            throw new BlockFormatException("the block contradicts itself: " + e.getMessage(), e);
        }
    }

    private static BlockKey key(Fields fields) throws BlockFormatException {
        var domain = fields.text("domain");
        try {
            BlockKey.checkDomain(domain);
        } catch (IllegalArgumentException e) {
            throw fields.error("domain", e.getMessage(), e);
        }
        try {
            var cidr = Cidr.parse(fields.text("cidr"));
            var key = BlockKey.of(domain, cidr.address());
            if (!key.cidr().equals(cidr)) {
                throw fields.error("cidr", "%s is no block; %s is one".formatted(cidr, key.cidr()), null);
            }
            return key;
        } catch (IllegalArgumentException e) {
            throw fields.error("cidr", e.getMessage(), e);
        }
    }

    private static Lease lease(Fields lease) throws BlockFormatException {
        return new Lease(
                lease.address("address"),
                OwnerJson.read(lease),
                lease.text("pool"),
                (int) lease.number("slot", Integer.MAX_VALUE),
                lease.text("containerId"),
                lease.text("ifname"),
                lease.text("node"),
                lease.instant("since"),
                sequence(lease),
                lease.optionalText("mac"),
                lease.optionalText("nad"));
    }

    private static Rest rest(Fields rest) throws BlockFormatException {
        return new Rest(
                rest.address("address"),
                rest.instant("releasedAt"),
                sequence(rest),
                rest.optionalText("lastOwner").orElse(""));
    }

    /** What was written by hand or imported may lack it. */
    private static long sequence(Fields part) throws BlockFormatException {
        return part.get("sequence").isPresent() ? part.number("sequence", Long.MAX_VALUE) : 0;
    }
}

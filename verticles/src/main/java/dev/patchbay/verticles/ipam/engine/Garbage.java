package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.block.Lease;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Whose addresses stand in the way of a request. Pure. */
final class Garbage {

    /** How many owners are looked at for one request, the oldest leases first. */
    private static final int LIMIT = 128;

    private record Held(Lease lease, BlockKey block) {}

    private Garbage() {}

    /** Returns the leases without which the request might not be refused, and where they are. */
    static Map<Lease, BlockKey> candidates(Answer.Refused answer, AddressRequest request, View view) {
        var inTheWay = new LinkedHashMap<Lease, BlockKey>();
        switch (answer) {
            case Answer.Held held ->
                request.slots().stream()
                        .map(slot -> BlockKey.of(slot.domain(), held.by().address()))
                        .filter(key -> view.get(key)
                                .flatMap(block -> block.leaseOf(held.by().address()))
                                .equals(Optional.of(held.by())))
                        .forEach(key -> inTheWay.put(held.by(), key));
            case Answer.Exhausted _ ->
                view.present().stream()
                        .filter(block -> request.slots().stream().anyMatch(slot -> uses(slot, block)))
                        .flatMap(block -> block.leases().stream().map(lease -> new Held(lease, block.key())))
                        .sorted(Comparator.comparing(held -> held.lease().since()))
                        .limit(LIMIT)
                        .forEach(held -> inTheWay.put(held.lease(), held.block()));
            case Answer.Resting _, Answer.NotAllowed _, Answer.Unreadable _ -> {
                // No release would help.
            }
        }
        return inTheWay;
    }

    private static boolean uses(SlotRequest slot, Block block) {
        return block.key().domain().equals(slot.domain())
                && slot.windows().stream()
                        .anyMatch(window ->
                                !window.usable().intersect(block.key().span()).isEmpty());
    }
}

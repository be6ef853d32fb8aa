package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.block.Allocation;
import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.block.BlockSearch;
import dev.patchbay.verticles.ipam.block.Blocks;
import dev.patchbay.verticles.ipam.block.Counts;
import dev.patchbay.verticles.ipam.block.Lease;
import dev.patchbay.verticles.ipam.block.Release;
import dev.patchbay.verticles.ipam.block.Window;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides where a node takes addresses from. Pure. For each slot, in this order: what the owner has already; the address
 * that it asks for; a block of the node's own; a block that does not exist yet; one that its node no longer needs; one
 * address of anybody's.
 *
 * @param listed whether the domains of the request were listed for it just now: only then is anything refused
 */
record Planner(String node, Instant now, boolean listed, boolean borrow) {

    /** Plans for a request; what it would write is in the view afterwards if and only if the step is a grant. */
    Step plan(View view, AddressRequest request) {
        var leases = new ArrayList<Lease>();
        var blocks = new HashSet<BlockKey>();
        var mine = view.onTop();
        for (var slot : request.slots()) {
            switch (plan(mine, slot)) {
                case Step.Grant grant -> {
                    leases.addAll(grant.leases());
                    blocks.addAll(grant.blocks());
                }
                case Step other -> {
                    return other;
                }
            }
        }
        blocks.addAll(mine.changed().keySet());
        view.keep(mine);
        return new Step.Grant(leases, blocks);
    }

    private Step plan(View view, SlotRequest slot) {
        var present = view.present().stream()
                .flatMap(block -> block.leases().stream().filter(lease -> lease.isFor(slot.lease())))
                .findFirst();
        if (present.isPresent()
                && slot.lease().address().map(present.get().address()::equals).orElse(true)) {
            return take(view, slot, block(view, slot, present.get().address())).orElseThrow();
        }
        return slot.lease().address().isPresent()
                ? planRequested(view, slot, slot.lease().address().get(), present)
                : planAny(view, slot);
    }

    private Step planRequested(View view, SlotRequest slot, Address address, Optional<Lease> present) {
        var key = BlockKey.of(slot.domain(), address);
        var problem = view.whyUnreadable(key);
        if (problem.isPresent()) {
            return new Step.Refuse(new Answer.Unreadable(problem.get()));
        }
        if (!view.knows(key)
                && slot.windows().stream().anyMatch(w -> w.refusal(address).isEmpty())) {
            return new Step.Look(key);
        }
        var block = view.get(key).orElseGet(() -> Block.create(key, node, now));
        return switch (allocateRequested(slot, block, address)) {
            case Allocation.Taken taken -> {
                view.change(taken.block());
                present.ifPresent(lease -> giveBack(view, slot, lease));
                yield grant(taken);
            }
            case Allocation.Held held -> orLook(slot, new Answer.Held(held.by()));
            case Allocation.Resting resting -> orLook(slot, new Answer.Resting(address, resting.freeAt()));
            case Allocation.NotAllowed refused ->
                new Step.Refuse(new Answer.NotAllowed(address, slot.lease().pool(), refused.rule()));
            case Allocation.Full _ -> throw new IllegalStateException("a block cannot be full for one address");
        };
    }

    private Allocation allocateRequested(SlotRequest slot, Block block, Address address) {
        var window = slot.windows().stream()
                .filter(w -> w.refusal(address).isEmpty())
                .findFirst()
                .orElse(slot.windows().getFirst());
        return Blocks.allocate(block, window, slot.lease(), now, slot.reuseDelay());
    }

    /** An exchange within one block is done by the block itself. */
    private void giveBack(View view, SlotRequest slot, Lease lease) {
        var block = block(view, slot, lease.address());
        view.change(Blocks.release(block, new Release.BySequence(lease.address(), lease.sequence()), now)
                .block());
    }

    private Step planAny(View view, SlotRequest slot) {
        return fromBlocks(view, slot, block -> isMine(block) ? Optional.of(block) : Optional.empty())
                .or(() -> fromNewBlock(view, slot))
                .orElseGet(() -> listed ? fromOthers(view, slot) : new Step.LookAround(slot.domain()));
    }

    private boolean isMine(Block block) {
        return block.node().filter(node::equals).isPresent();
    }

    private Step fromOthers(View view, SlotRequest slot) {
        return fromBlocks(view, slot, block -> Blocks.takeOver(block, node, now, slot.reuseDelay()))
                .or(() -> borrow ? fromBlocks(view, slot, Optional::of) : Optional.empty())
                .orElseGet(() -> new Step.Refuse(exhausted(view, slot)));
    }

    private Optional<Step> fromBlocks(View view, SlotRequest slot, Function<Block, Optional<Block>> choice) {
        return slot.windows().stream()
                .flatMap(window -> inOrder(view, slot, window).map(choice).flatMap(Optional::stream))
                .map(block -> take(view, slot, block))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Step> fromNewBlock(View view, SlotRequest slot) {
        var existing = view.existing();
        return slot.windows().stream()
                .map(window -> new BlockSearch(slot.domain(), window).next(node, existing))
                .flatMap(Optional::stream)
                .map(key -> take(view, slot, Block.create(key, node, now)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Stream<Block> inOrder(View view, SlotRequest slot, Window window) {
        var keys = view.present().stream().map(Block::key).toList();
        return new BlockSearch(slot.domain(), window)
                .order(node, keys).stream().map(view::get).flatMap(Optional::stream);
    }

    private Optional<Step> take(View view, SlotRequest slot, Block block) {
        return slot.windows().stream()
                .map(window -> Blocks.allocate(block, window, slot.lease(), now, slot.reuseDelay()))
                .filter(Allocation.Taken.class::isInstance)
                .map(Allocation.Taken.class::cast)
                .findFirst()
                .map(taken -> {
                    if (!view.get(block.key()).equals(Optional.of(taken.block()))) {
                        view.change(taken.block());
                    }
                    return grant(taken);
                });
    }

    private static Step grant(Allocation.Taken taken) {
        return new Step.Grant(List.of(taken.lease()), Set.of(taken.block().key()));
    }

    private static Block block(View view, SlotRequest slot, Address address) {
        return view.get(BlockKey.of(slot.domain(), address)).orElseThrow();
    }

    /** What is refused for another's sake must be so by what the store says now. */
    private Step orLook(SlotRequest slot, Answer.Refused answer) {
        return listed ? new Step.Refuse(answer) : new Step.LookAround(slot.domain());
    }

    private Answer.Exhausted exhausted(View view, SlotRequest slot) {
        var counts = Counts.NONE;
        var nextFree = Stream.<Instant>builder();
        var size = BigInteger.ZERO;
        var leases = Stream.<Lease>builder();
        for (var window : slot.windows()) {
            size = size.add(window.size());
            for (var block : inOrder(view, slot, window).toList()) {
                counts = counts.plus(Blocks.counts(block, window, now, slot.reuseDelay()));
                block.leases().stream()
                        .filter(lease -> window.usable().contains(lease.address()))
                        .forEach(leases);
                if (Blocks.allocate(block, window, slot.lease(), now, slot.reuseDelay())
                        instanceof Allocation.Full full) {
                    full.nextFree().ifPresent(nextFree);
                }
            }
        }
        return new Answer.Exhausted(
                slot.lease().pool(),
                slot.windows().stream().map(Window::toString).collect(Collectors.joining(", ")),
                size,
                counts.used(),
                counts.resting(),
                Holders.biggest(leases.build()),
                nextFree.build().min(Comparator.naturalOrder()));
    }
}

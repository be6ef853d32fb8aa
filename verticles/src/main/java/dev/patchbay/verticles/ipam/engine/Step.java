package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.block.Lease;
import java.util.List;
import java.util.Set;

/** What is to be done next for a request. */
sealed interface Step {

    /**
     * Write what was changed in the view; then the leases are the answer.
     *
     * @param blocks which blocks must be written, or be as they are, for that
     */
    record Grant(List<Lease> leases, Set<BlockKey> blocks) implements Step {}

    /** Read this block, of which nothing is known. */
    record Look(BlockKey key) implements Step {}

    /** List the blocks of this domain. */
    record LookAround(String domain) implements Step {}

    /** Answer that nothing can be given. */
    record Refuse(Answer.Refused answer) implements Step {}
}

package dev.patchbay.verticles.ipam.block;

import java.util.List;

/**
 * What came of a release.
 *
 * @param block  the block afterwards; the very same where nothing matched, which is no error
 * @param leases what was given back
 */
public record Released(Block block, List<Lease> leases) {

    public Released {
        leases = List.copyOf(leases);
    }
}

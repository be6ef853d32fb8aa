package dev.patchbay.verticles.ipam.engine;

import dev.patchbay.verticles.ipam.block.Lease;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;

/** Proves that owners are gone. */
public interface Gone {

    /**
     * Returns those of the leases whose owner is gone for ever, by a look at what is there now. A doubt, such as an API
     * server that does not answer, is no proof: then the lease is not among them.
     */
    Future<List<Lease>> among(Collection<Lease> leases);

    /** Where nobody can tell. */
    static Gone never() {
        return _ -> Future.succeededFuture(List.of());
    }
}

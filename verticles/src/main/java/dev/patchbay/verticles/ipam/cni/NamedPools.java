package dev.patchbay.verticles.ipam.cni;

import io.vertx.core.Future;
import java.util.Optional;

/** The pools that a network can name. */
public interface NamedPools {

    /**
     * Returns what a pool gives.
     *
     * @param namespace of the pod that asks; empty where there is none
     * @return failed with a message for the user where the pool does not exist, is contradictory, or not for that namespace
     */
    Future<Supply> find(String name, Optional<String> namespace);

    /** Where there are none: one machine without Kubernetes. */
    static NamedPools none() {
        return (name, _) -> Future.failedFuture(
                "there is no pool \"%s\": pools are Kubernetes objects, and this node has no Kubernetes; write the ranges into the ipam section"
                        .formatted(name));
    }
}

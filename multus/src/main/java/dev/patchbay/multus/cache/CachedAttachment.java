package dev.patchbay.multus.cache;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.cni.CniResult;
import dev.patchbay.multus.netns.DefaultRoute;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One attachment as a cache file tells it.
 *
 * @param call   what ADD got; DEL gets it again. The netns path is the one of ADD
 * @param result the final result of ADD; empty while it is only intended
 * @param provenance what Patchbay knows beyond libcni's file format; empty for files that other programs wrote
 */
public record CachedAttachment(CniCall call, Optional<CniResult> result, Optional<Provenance> provenance) {

    /**
     * What Patchbay keeps beside libcni's keys.
     *
     * @param podNamespace   the pod
     * @param podName        the pod
     * @param podUid         the pod; this is what identifies it
     * @param network        the NAD
     * @param request        what the selection element asked for
     * @param phase          how far the attachment has come
     * @param since          when the phase began
     * @param status         the entries of network-status that this attachment accounts for
     * @param displacedRoutes default routes of other interfaces that this attachment took away, to be put back at DEL;
     *                       of one that is only intended: all that were there, as it may take any
     */
    public record Provenance(
            String podNamespace,
            String podName,
            String podUid,
            NetworkName network,
            AttachmentRequest request,
            Phase phase,
            Instant since,
            List<NetworkStatus> status,
            List<DefaultRoute> displacedRoutes) {

        public Provenance {
            status = List.copyOf(status);
            displacedRoutes = List.copyOf(displacedRoutes);
        }

        /** Returns the same at the beginning of another phase. */
        public Provenance in(Phase next, Instant now) {
            return new Provenance(podNamespace, podName, podUid, network, request, next, now, status, displacedRoutes);
        }
    }

    /** How far an attachment has come. */
    public enum Phase {
        /** Written before ADD runs: whoever finds it after a crash owes a DEL. */
        ADDING,
        /** ADD succeeded. */
        ATTACHED,
        /** A DEL was begun and has not succeeded yet. */
        DELETING
    }
}

package dev.patchbay.verticles.ipam.cni;

import dev.patchbay.multus.cni.CniResult;
import dev.patchbay.multus.cni.ResultCodec;
import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.block.Lease;
import dev.patchbay.verticles.ipam.block.LeaseRequest;
import dev.patchbay.verticles.ipam.block.Owner;
import dev.patchbay.verticles.ipam.block.Release;
import dev.patchbay.verticles.ipam.config.IpamConfig;
import dev.patchbay.verticles.ipam.config.IpamConfigException;
import dev.patchbay.verticles.ipam.engine.AddressAuthority;
import dev.patchbay.verticles.ipam.engine.AddressRequest;
import dev.patchbay.verticles.ipam.engine.Answer;
import dev.patchbay.verticles.ipam.engine.SlotRequest;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Answers CNI calls out of the authority: ADD takes, DEL gives back, CHECK looks, GC gives back what is not valid any more,
 * STATUS tries whether the store answers.
 */
final class IpamCalls {

    /** The answer must be there before the plugin stops waiting for it. */
    private static final Duration MARGIN = Duration.ofMillis(500);

    private final AddressAuthority authority;
    private final Supplies supplies;
    private final String node;
    private final Clock clock;

    IpamCalls(AddressAuthority authority, Supplies supplies, String node, Clock clock) {
        this.authority = authority;
        this.supplies = supplies;
        this.node = node;
        this.clock = clock;
    }

    /** Returns the answer, which may be empty; fails with {@link CniFailure} for what the user should know. */
    Future<String> answer(CniRequest request) {
        try {
            return switch (request.command()) {
                case "ADD" -> add(request);
                case "DEL" -> del(request);
                case "CHECK" -> check(request);
                case "GC" -> gc(request);
                case "STATUS" -> status(request);
                default ->
                    throw new CniFailure(
                            CniFailure.INVALID_ENVIRONMENT,
                            "CNI_COMMAND \"%s\" is unknown".formatted(request.command()));
            };
        } catch (CniFailure e) {
            return Future.failedFuture(e);
        }
    }

    private Future<String> add(CniRequest request) throws CniFailure {
        request.requireAttachment();
        var wishes = Wishes.of(request);
        return supply(request)
                .compose(supply -> addresses(request, supply, wishes)
                        .compose(authority::allocate)
                        .compose(answer -> switch (answer) {
                            case Answer.Granted granted ->
                                Future.succeededFuture(result(request, supply, granted.leases()));
                            case Answer.Exhausted exhausted -> failure(CniFailure.TRY_AGAIN, exhausted.reason());
                            case Answer.Resting resting -> failure(CniFailure.TRY_AGAIN, resting.reason());
                            case Answer.Refused refused -> failure(CniFailure.REFUSED, refused.reason());
                        }));
    }

    private Future<AddressRequest> addresses(CniRequest request, Supply supply, Set<String> wishes) {
        try {
            var wanted = Wishes.perSlot(wishes, supply);
            var slots = new ArrayList<SlotRequest>();
            for (int i = 0; i < supply.slots().size(); i++) {
                slots.add(slot(request, supply.slots().get(i), wanted.get(i)));
            }
            var limit = request.timeLimit().minus(MARGIN);
            return Future.succeededFuture(
                    new AddressRequest(slots, clock.instant().plus(limit)));
        } catch (CniFailure e) {
            return Future.failedFuture(e);
        }
    }

    private SlotRequest slot(CniRequest request, Supply.Slot slot, Optional<Address> wanted) throws CniFailure {
        return new SlotRequest(
                slot.domain(),
                slot.windows(),
                slot.reuseDelay(),
                new LeaseRequest(
                        owner(request),
                        slot.pool(),
                        slot.number(),
                        request.containerId(),
                        request.ifname(),
                        node,
                        wanted,
                        Optional.ofNullable(request.args().get("MAC")),
                        Optional.of(request.network())));
    }

    /** Without a pod, as when a runtime is used by hand, the container is the owner. */
    private static Owner owner(CniRequest request) throws CniFailure {
        var uid = request.args().getOrDefault("K8S_POD_UID", "");
        try {
            return uid.isEmpty()
                    ? new Owner.ContainerOwner(request.containerId(), request.ifname())
                    : new Owner.PodOwner(
                            uid,
                            request.args().getOrDefault("K8S_POD_NAMESPACE", ""),
                            request.args().getOrDefault("K8S_POD_NAME", ""),
                            request.ifname());
        } catch (IllegalArgumentException e) {
            throw new CniFailure(CniFailure.INVALID_ENVIRONMENT, e.getMessage());
        }
    }

    private Future<Supply> supply(CniRequest request) {
        try {
            return supplies.of(
                            IpamConfig.parse(request.config()),
                            Optional.ofNullable(request.args().get("K8S_POD_NAMESPACE")))
                    .recover(e -> failure(CniFailure.INVALID_CONFIG, e.getMessage()));
        } catch (IpamConfigException e) {
            return failure(CniFailure.INVALID_CONFIG, e.getMessage());
        }
    }

    private static String result(CniRequest request, Supply supply, List<Lease> leases) {
        var ips = new ArrayList<CniResult.Ip>();
        for (int i = 0; i < leases.size(); i++) {
            var address = leases.get(i).address();
            var range = supply.slots().get(i).rangeOf(address);
            ips.add(new CniResult.Ip(
                    address + "/" + range.window().prefixLength(),
                    range.gateway().map(Address::toString),
                    OptionalInt.empty()));
        }
        var result = new CniResult(List.of(), ips, supply.routes(), supply.dns());
        return ResultCodec.toJson(result, request.cniVersion()).toString();
    }

    /** What was never given, was given to another sandbox by now, or has a configuration that is wrong by now: success. */
    private Future<String> del(CniRequest request) throws CniFailure {
        request.requireAttachment();
        return authority
                .release(new Release.BySandbox(request.containerId(), request.ifname()))
                .map("");
    }

    private Future<String> check(CniRequest request) throws CniFailure {
        request.requireAttachment();
        boolean holds = authority.leases().stream().anyMatch(lease -> isOf(request, lease));
        return holds
                ? Future.succeededFuture("")
                : failure(
                        CniFailure.NOTHING_HELD,
                        "%s of container %s has no address any more"
                                .formatted(request.ifname(), request.containerId()));
    }

    private static boolean isOf(CniRequest request, Lease lease) {
        return lease.containerId().equals(request.containerId())
                && lease.ifname().equals(request.ifname());
    }

    /** An attachment of a container, as CNI's GC names it. */
    private record Attachment(String containerId, String ifname) {}

    /** The runtime knows this node only, so nothing of other nodes is touched. */
    private Future<String> gc(CniRequest request) throws CniFailure {
        var list = request.config().path("cni.dev/valid-attachments");
        if (!list.isArray()) {
            throw new CniFailure(CniFailure.INVALID_CONFIG, "cni.dev/valid-attachments is no list: nothing is freed");
        }
        var valid = new HashSet<Attachment>();
        for (JsonNode item : list) {
            valid.add(new Attachment(
                    item.path("containerID").asString(""), item.path("ifname").asString("")));
        }
        var back = authority.leases().stream()
                .filter(lease -> lease.nad().equals(Optional.of(request.network())))
                .map(lease -> new Attachment(lease.containerId(), lease.ifname()))
                .distinct()
                .filter(attachment -> !valid.contains(attachment))
                .map(gone -> authority.release(new Release.BySandbox(gone.containerId(), gone.ifname())))
                .toList();
        return Future.join(back).map("");
    }

    private Future<String> status(CniRequest request) {
        return supply(request)
                .compose(_ -> authority.probe())
                .map("")
                .recover(e -> failure(CniFailure.NOT_AVAILABLE, e.getMessage()));
    }

    private static <T> Future<T> failure(int code, String message) {
        return Future.failedFuture(new CniFailure(code, message));
    }
}

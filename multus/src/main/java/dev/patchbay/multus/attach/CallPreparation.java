package dev.patchbay.multus.attach;

import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.multus.attach.AttachException.Kind;
import dev.patchbay.multus.cache.CachedAttachment;
import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.cni.CniException;
import dev.patchbay.multus.cni.NetworkConfigList;
import dev.patchbay.multus.cni.NetworkConfigs;
import dev.patchbay.multus.devinfo.DeviceInfoFiles;
import dev.patchbay.multus.nad.DelegateCalls;
import dev.patchbay.multus.nad.DelegateInput;
import dev.patchbay.multus.nad.Nad;
import dev.patchbay.multus.netns.NamespaceProof;
import dev.patchbay.multus.netns.NetworkNamespaces;
import dev.patchbay.multus.policy.ExistingAttachment;
import dev.patchbay.multus.policy.Policy;
import dev.patchbay.multus.policy.PolicyInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Everything that must be found out and allowed before a plugin is run. */
public final class CallPreparation {

    private final Path confDir;
    private final Policy policy;
    private final NetworkNamespaces namespaces;
    private final DeviceInfoFiles deviceInfo;

    /**
     * Creates a preparation.
     *
     * @param confDir the node's CNI configuration directory, for NADs without a configuration of their own
     */
    public CallPreparation(Path confDir, Policy policy, NetworkNamespaces namespaces, DeviceInfoFiles deviceInfo) {
        this.confDir = confDir;
        this.policy = policy;
        this.namespaces = namespaces;
        this.deviceInfo = deviceInfo;
    }

    DeviceInfoFiles deviceInfo() {
        return deviceInfo;
    }

    /** Refuses a path that is not the sandbox's own network namespace. */
    void proveNamespace(SandboxRef sandbox) throws AttachException {
        try {
            if (namespaces.prove(sandbox.netns(), sandbox.pid()) instanceof NamespaceProof.Refused refused) {
                throw new AttachException(Kind.SANDBOX, refused.reason());
            }
        } catch (IOException e) {
            throw new AttachException(
                    Kind.SANDBOX,
                    "the sandbox's network namespace cannot be examined: %s".formatted(e.getMessage()),
                    e);
        }
    }

    /** Returns the parameters of the ADD that {@code order} asks for. */
    CniCall call(PlugOrder order, List<CachedAttachment> present) throws AttachException {
        var config = config(order.nad());
        var others = present.stream()
                .filter(a -> !a.call().interfaceName().equals(order.interfaceName()))
                .map(a -> ExistingAttachment.of(a.call()))
                .toList();
        var refusal = policy.refusal(new PolicyInput(
                order.pod().namespace(), order.nad(), config, order.request(), order.interfaceName(), others));
        if (refusal.isPresent()) {
            throw new AttachException(Kind.REFUSED, refusal.get());
        }
        return build(new DelegateInput(
                order.nad(),
                config,
                order.pod(),
                order.sandbox().id(),
                order.sandbox().netns().toString(),
                order.interfaceName(),
                order.request(),
                deviceInfoFile(order)));
    }

    /** A device of a device plugin may have information, which the plugin of the network may complete. */
    private Optional<Path> deviceInfoFile(PlugOrder order) throws AttachException {
        var resource = order.nad().resourceName();
        var device = order.request().deviceId();
        if (resource.isEmpty() || device.isEmpty()) {
            return Optional.empty();
        }
        var file = deviceInfo.ofAttachment(
                order.nad().name().toString(), order.sandbox().id(), order.interfaceName());
        try {
            deviceInfo.copy(deviceInfo.ofDevice(resource.get(), device.get()), file);
        } catch (IOException e) {
            throw new AttachException(
                    Kind.FAILED,
                    "the device information of %s cannot be copied: %s".formatted(device.get(), e.getMessage()),
                    e);
        }
        return Optional.of(file);
    }

    /** Returns the parameters of a DEL for an attachment that no cache knows, from its NAD as it is now. */
    CniCall call(UnplugOrder order) throws AttachException {
        var nad = order.nad()
                .orElseThrow(() -> new AttachException(
                        Kind.REFUSED,
                        "nobody on this node knows how %s was made, and its NetworkAttachmentDefinition does not exist"
                                .formatted(order.interfaceName())));
        return build(new DelegateInput(
                nad,
                config(nad),
                order.pod(),
                order.sandbox().id(),
                order.sandbox().netns().toString(),
                order.interfaceName(),
                AttachmentRequest.NONE,
                Optional.empty()));
    }

    /** Returns {@code call}, made by another program, with the sandbox's namespace as the runtime tells it now. */
    CniCall in(SandboxRef sandbox, CniCall call) {
        return new CniCall(
                call.network(),
                call.containerId(),
                sandbox.netns().toString(),
                call.interfaceName(),
                call.args(),
                call.capabilityArgs());
    }

    private NetworkConfigList config(Nad nad) throws AttachException {
        try {
            return nad.config().isPresent()
                    ? NetworkConfigs.parse(nad.config().get(), nad.name().name())
                    : NetworkConfigs.load(confDir, nad.name().name());
        } catch (CniException e) {
            throw new AttachException(
                    Kind.CONFIGURATION,
                    "the NetworkAttachmentDefinition %s cannot be used: %s".formatted(nad.name(), e.getMessage()),
                    e);
        }
    }

    private static CniCall build(DelegateInput input) throws AttachException {
        try {
            return DelegateCalls.build(input);
        } catch (CniException e) {
            throw new AttachException(Kind.CONFIGURATION, e.getMessage(), e);
        }
    }
}

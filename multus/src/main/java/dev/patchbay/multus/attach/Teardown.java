package dev.patchbay.multus.attach;

import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.cni.CniException;
import dev.patchbay.multus.cni.CniResult;
import dev.patchbay.multus.cni.CniRuntime;
import dev.patchbay.multus.cni.HostCommands;
import dev.patchbay.multus.netns.NamespaceProof;
import dev.patchbay.multus.netns.NetworkNamespaces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * DEL, and what it takes to be sure of it: nothing of an earlier call still runs, the link is gone from the namespace
 * whatever the plugin did, and its addresses are given back even where the main plugin cannot work any more.
 */
final class Teardown {

    private static final Logger LOG = LoggerFactory.getLogger(Teardown.class);

    /** CNI error code 1. */
    private static final int INCOMPATIBLE_VERSION = 1;

    private final CniRuntime runtime;
    private final NetworkNamespaces namespaces;
    private final MasqueradeRules masquerade;

    Teardown(CniRuntime runtime, NetworkNamespaces namespaces, HostCommands commands) {
        this.runtime = runtime;
        this.namespaces = namespaces;
        this.masquerade = new MasqueradeRules(commands);
    }

    /**
     * Removes everything that the call's ADD made.
     *
     * @param result the result of ADD, as far as it is known
     * @throws AttachException where something may be left; safe to call again
     */
    void run(CniCall call, Optional<CniResult> result) throws AttachException {
        run(call, result, Optional.empty());
    }

    /**
     * Removes what an ADD made before it failed. A configuration that a plugin refuses at ADD it often refuses at DEL too:
     * that must not be owed for ever, or the interface could not be plugged even after the configuration was corrected.
     */
    void runAfterFailedAdd(CniCall call, CniException add) throws AttachException {
        run(call, add.lastResult(), Optional.of(add));
    }

    private void run(CniCall call, Optional<CniResult> result, Optional<CniException> failedAdd)
            throws AttachException {
        if (namespaceIsThere(call)) {
            inNamespace(call, result, failedAdd);
        } else {
            withoutNamespace(call, result);
        }
    }

    private boolean namespaceIsThere(CniCall call) throws AttachException {
        if (call.netns().isEmpty()) {
            return false;
        }
        try {
            return switch (namespaces.prove(Path.of(call.netns()), OptionalLong.empty())) {
                case NamespaceProof.Proven _ -> true;
                case NamespaceProof.Refused refused
                when refused.kind() == NamespaceProof.Kind.HOST ->
                    throw new AttachException(AttachException.Kind.REFUSED, refused.reason());
                case NamespaceProof.Refused _ -> false;
            };
        } catch (IOException e) {
            throw new AttachException(
                    AttachException.Kind.FAILED,
                    "the sandbox's network namespace cannot be examined: %s".formatted(e.getMessage()),
                    e);
        }
    }

    private void inNamespace(CniCall call, Optional<CniResult> result, Optional<CniException> failedAdd)
            throws AttachException {
        Optional<CniException> failure = del(call, result);
        removeLink(call);
        if (failure.isPresent()) {
            LOG.warn("{}; trying plugin by plugin", failure.get().getMessage());
            pluginByPlugin(call, result, failedAdd);
        }
    }

    private void withoutNamespace(CniCall call, Optional<CniResult> result) throws AttachException {
        var gone = TeardownCalls.withoutNamespace(call);
        if (del(gone, result).isPresent()) {
            pluginByPlugin(gone, result, Optional.empty());
        }
        var failures = new ArrayList<String>();
        for (ObjectNode plugin : gone.network().plugins()) {
            if (TeardownCalls.forgetsAddressWithoutNamespace(plugin)) {
                TeardownCalls.addressesOnly(gone, plugin)
                        .flatMap(addresses -> del(addresses, result))
                        .ifPresent(failure -> failures.add(failure.getMessage()));
            }
            if (MasqueradeRules.areMadeBy(plugin)) {
                result.ifPresent(r -> masquerade.remove(gone, r));
            }
        }
        failIfAny(failures);
    }

    /** Runs each plugin's DEL alone; of those that fail, the ones that may have left something are reported. */
    private void pluginByPlugin(CniCall call, Optional<CniResult> result, Optional<CniException> failedAdd)
            throws AttachException {
        var failures = new ArrayList<String>();
        var plugins = call.network().plugins();
        for (int i = plugins.size() - 1; i >= 0; i--) {
            var failure = delOne(call, plugins.get(i), result);
            boolean madeTheLink = i == 0;
            if (failure.isPresent()
                    && !didNothing(i, failure.get(), failedAdd)
                    && !(madeTheLink && owesNoMore(call, plugins.get(i), failure.get(), result))) {
                failures.add(failure.get().getMessage());
            }
        }
        failIfAny(failures);
    }

    /** A plugin that failed ADD and fails DEL for the same reason did nothing in between; those after it never ran. */
    private static boolean didNothing(int index, CniException failure, Optional<CniException> failedAdd) {
        return failedAdd
                .filter(add ->
                        index > add.pluginsBefore() || (index == add.pluginsBefore() && failure.hasTheReasonOf(add)))
                .isPresent();
    }

    /** A plugin whose link is gone still owes its addresses. */
    private boolean owesNoMore(CniCall call, ObjectNode plugin, CniException failure, Optional<CniResult> result) {
        return giveBackAddresses(call, plugin, result)
                || (failure.isRefusal() && TeardownCalls.makesNothingButTheLink(plugin));
    }

    private static void failIfAny(List<String> failures) throws AttachException {
        if (!failures.isEmpty()) {
            throw new AttachException(AttachException.Kind.FAILED, String.join("; ", failures));
        }
    }

    /**
     * Runs one plugin's DEL. A plugin that does not speak the list's version refuses to undo even what it never did: it is
     * asked in the newest version that it speaks.
     */
    private Optional<CniException> delOne(CniCall call, ObjectNode plugin, Optional<CniResult> result) {
        var failure = del(TeardownCalls.only(call, plugin), result);
        if (failure.isEmpty() || failure.get().code() != INCOMPATIBLE_VERSION) {
            return failure;
        }
        try {
            var spoken = runtime.supportedVersions(plugin.path("type").asString(""));
            return spoken.isEmpty()
                    ? failure
                    : del(TeardownCalls.inVersion(TeardownCalls.only(call, plugin), spoken.getLast()), result);
        } catch (CniException e) {
            return Optional.of(e);
        }
    }

    private boolean giveBackAddresses(CniCall call, ObjectNode plugin, Optional<CniResult> result) {
        var addresses = TeardownCalls.addressesOnly(call, plugin);
        return addresses.isPresent() && del(addresses.get(), result).isEmpty();
    }

    private Optional<CniException> del(CniCall call, Optional<CniResult> result) {
        try {
            runtime.del(call, result);
            return Optional.empty();
        } catch (CniException e) {
            return Optional.of(e);
        }
    }

    private void removeLink(CniCall call) throws AttachException {
        var netns = Path.of(call.netns());
        try {
            if (namespaces.look(netns).link(call.interfaceName()).isPresent()) {
                namespaces.deleteLink(netns, call.interfaceName());
            }
        } catch (IOException e) {
            throw new AttachException(
                    AttachException.Kind.FAILED,
                    "the link %s may still be in the sandbox: %s".formatted(call.interfaceName(), e.getMessage()),
                    e);
        }
    }
}

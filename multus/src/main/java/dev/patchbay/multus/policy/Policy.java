package dev.patchbay.multus.policy;

import dev.patchbay.annotations.selection.AttachmentRequest;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decides whether an attachment may be made, before anything is run. Whoever may edit a pod's annotation asks root on
 * the node to run a plugin, at any time, so this stands before every ADD.
 */
public final class Policy {

    /**
     * The name of a cache file of libcni is network, sandbox ID (64 characters) and interface (15 at most), joined by
     * dashes: more than this and the ADD succeeds, but its result cannot be stored.
     */
    private static final int MAX_NETWORK_NAME_BYTES = 174;

    private final PolicyConfig config;
    private final List<Function<PolicyInput, Optional<String>>> rules = List.of(
            this::namespace,
            input -> InterfaceNames.refusal(input.interfaceName()),
            this::networkName,
            this::pluginTypes,
            this::hostKeys,
            this::hostLinks,
            this::capabilities,
            this::hostPorts,
            this::device,
            this::sharedState);

    public Policy(PolicyConfig config) {
        this.config = config;
    }

    /** Returns whether an interface name is the pod's own or otherwise no attachment's. */
    public static boolean isReserved(String interfaceName) {
        return InterfaceNames.isReserved(interfaceName);
    }

    /** Returns why the attachment is refused, as complete sentences that say what to do; empty: it is allowed. */
    public Optional<String> refusal(PolicyInput input) {
        return rules.stream().flatMap(rule -> rule.apply(input).stream()).findFirst();
    }

    private Optional<String> namespace(PolicyInput input) {
        var namespace = input.nad().name().namespace();
        var allowed = !config.namespaceIsolation()
                || namespace.equals(input.podNamespace())
                || config.globalNamespaces().contains(namespace);
        return refuseUnless(
                allowed,
                () -> "Pods of namespace " + input.podNamespace() + " may not use the NAD "
                        + input.nad().name() + ". Create the NAD in " + input.podNamespace()
                        + ", or let an administrator add "
                        + namespace + " to the global namespaces.");
    }

    private Optional<String> networkName(PolicyInput input) {
        var bytes = input.config().name().getBytes(StandardCharsets.UTF_8).length;
        return refuseUnless(
                bytes <= MAX_NETWORK_NAME_BYTES,
                () -> "The network name of NAD " + input.nad().name() + " has " + bytes
                        + " bytes, too many for the cache file of an attachment. Shorten \"name\" to at most "
                        + MAX_NETWORK_NAME_BYTES + ".");
    }

    private Optional<String> pluginTypes(PolicyInput input) {
        return PluginTypes.of(input.config()).stream()
                .flatMap(type -> pluginType(type, input).stream())
                .findFirst();
    }

    private Optional<String> pluginType(String type, PolicyInput input) {
        if (PluginTypes.isPath(type)) {
            return Optional.of("The plugin type \"" + type + "\" in NAD "
                    + input.nad().name() + " is a path. Write the plugin's bare name.");
        }
        return refuseUnless(
                allows(config.pluginTypes(), type),
                () -> "The plugin type " + type + " of NAD " + input.nad().name()
                        + " is not allowed on this cluster. Allowed are " + listed(config.pluginTypes()) + ".");
    }

    private Optional<String> hostKeys(PolicyInput input) {
        var namespace = input.nad().name().namespace();
        if (!config.restrictHostKeys() || config.adminNamespaces().contains(namespace)) {
            return Optional.empty();
        }
        return input.config().plugins().stream()
                .flatMap(plugin -> HostKeys.refused(plugin).stream())
                .findFirst()
                .map(key -> "NAD " + input.nad().name() + " uses " + key
                        + ", which reaches into the node. Remove it, or let an administrator add " + namespace
                        + " to the admin namespaces.");
    }

    private Optional<String> hostLinks(PolicyInput input) {
        return input.config().plugins().stream()
                .flatMap(plugin -> hostLink(plugin, input).stream())
                .findFirst();
    }

    private Optional<String> hostLink(ObjectNode plugin, PolicyInput input) {
        var type = plugin.path("type").asString("");
        return switch (type) {
            case "bridge" ->
                link(config.bridges(), "bridge", plugin.path("bridge").asString("cni0"), input);
            case "macvlan", "ipvlan", "vlan" ->
                plugin.path("linkInContainer").asBoolean(false)
                        ? Optional.empty()
                        : link(config.masters(), "master", plugin.path("master").asString(""), input);
            // Named in another way (hwaddr, kernelpath) the device cannot be compared with the list.
            case "host-device" ->
                link(config.masters(), "device", plugin.path("device").asString(""), input);
            default -> Optional.empty();
        };
    }

    private Optional<String> link(Set<String> allowed, String key, String name, PolicyInput input) {
        return refuseUnless(
                allows(allowed, name),
                () -> "NAD " + input.nad().name()
                        + (name.isEmpty() ? " names no \"" + key + "\"" : " uses the " + key + " " + name)
                        + ", but pods may only use " + listed(allowed) + ".");
    }

    private Optional<String> capabilities(PolicyInput input) {
        return used(input.request()).stream()
                .filter(capability -> !allows(config.capabilities(), capability))
                .findFirst()
                .map(capability -> "Elements may not ask for " + capability
                        + " on this cluster. Remove it; allowed are " + listed(config.capabilities()) + ".");
    }

    private Optional<String> hostPorts(PolicyInput input) {
        return input.request().portMappings().stream()
                .map(mapping -> mapping.hostPort())
                .filter(port -> port < config.lowestHostPort()
                        || port > config.highestHostPort()
                        || config.reservedHostPorts().contains(port))
                .findFirst()
                .map(port -> "Host port " + port + " may not be mapped. Choose one from " + config.lowestHostPort()
                        + " to " + config.highestHostPort() + " that the node does not need for itself.");
    }

    private Optional<String> device(PolicyInput input) {
        return input.nad()
                .resourceName()
                .filter(resource -> input.request().deviceId().isEmpty())
                .map(resource -> "NAD " + input.nad().name() + " needs a device of resource " + resource
                        + ". Devices are given to a pod when it starts and cannot be added to a running one; choosing one"
                        + " of those that the pod has is not supported yet. Name a device of the pod as \"deviceID\".");
    }

    private Optional<String> sharedState(PolicyInput input) {
        var own = SharedState.of(input.config(), used(input.request()));
        return input.existing().stream()
                .filter(other -> other.networkName().equals(input.config().name())
                        && !other.interfaceName().equals(input.interfaceName()))
                .flatMap(other -> own.stream()
                        .filter(other.sharedState()::contains)
                        .sorted()
                        .map(type -> "The pod has network " + input.config().name() + " already as "
                                + other.interfaceName() + ", and the " + type
                                + " plugin keeps one state for a network and a pod: removing one of two interfaces would"
                                + " break the other. Use a NAD with another \"name\" for " + input.interfaceName()
                                + "."))
                .findFirst();
    }

    private static Set<String> used(AttachmentRequest request) {
        var used = new LinkedHashSet<String>();
        if (!request.ips().isEmpty()) {
            used.add("ips");
        }
        if (!request.portMappings().isEmpty()) {
            used.add("portMappings");
        }
        request.mac().ifPresent(mac -> used.add("mac"));
        request.bandwidth()
                .filter(limit -> limit.ingressRate() > 0 || limit.egressRate() > 0)
                .ifPresent(limit -> used.add("bandwidth"));
        request.infinibandGuid().ifPresent(guid -> used.add("infinibandGUID"));
        request.deviceId().ifPresent(device -> used.add("deviceID"));
        return Collections.unmodifiableSet(used);
    }

    private static boolean allows(Set<String> allowed, String value) {
        return allowed.isEmpty() || allowed.contains(value);
    }

    private static String listed(Set<String> values) {
        return String.join(", ", values.stream().sorted().toList());
    }

    private static Optional<String> refuseUnless(boolean allowed, Supplier<String> reason) {
        return allowed ? Optional.empty() : Optional.of(reason.get());
    }
}

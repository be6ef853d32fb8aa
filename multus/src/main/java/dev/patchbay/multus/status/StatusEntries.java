package dev.patchbay.multus.status;

import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.multus.cni.CniResult;
import inet.ipaddr.AddressStringParameters;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the entries of network-status that a CNI result gives, as Multus makes them (multi-network specification,
 * section 5; {@code CreateNetworkStatuses} of the network-attachment-definition client). What plugins print reaches the
 * API server here, so addresses are parsed and printed anew, and control characters are dropped.
 */
public final class StatusEntries {

    private static final int MAX_TEXT = 256;

    /** No wildcards, ranges, or text that only might be an address. */
    private static final IPAddressStringParameters STRICT = new IPAddressStringParameters.Builder()
            .allowEmpty(false)
            .allowAll(false)
            .allowSingleSegment(false)
            .allowPrefixOnly(false)
            .allowWildcardedSeparator(false)
            .setRangeOptions(AddressStringParameters.RangeParameters.NO_RANGE)
            .toParams();

    private StatusEntries() {}

    /**
     * Returns at least one entry; where the result has several interfaces in the sandbox, the one of
     * {@code interfaceName} comes first. Exactly one is the default where {@code isDefault} is set.
     *
     * @param displayName   {@code namespace/nad}, or the name of the CNI configuration
     * @param interfaceName CNI_IFNAME
     * @param isDefault     whether this is the pod's default network
     * @param deviceInfo    device information, as JSON
     */
    public static List<NetworkStatus> from(
            CniResult result,
            String displayName,
            String interfaceName,
            boolean isDefault,
            Optional<JsonNode> deviceInfo) {
        var common = new Common(displayName, gateways(result), dns(result.dns()), deviceInfo);
        var interfaces = result.interfaces();
        var inSandbox = IntStream.range(0, interfaces.size())
                .filter(i -> isInSandbox(interfaces.get(i)))
                .boxed()
                .toList();
        if (interfaces.size() <= 1 || inSandbox.isEmpty()) {
            var link = inSandbox.stream().map(interfaces::get).findFirst();
            return List.of(common.entry(link, addresses(result.ips().stream()), isDefault));
        }
        var ofDefault = isDefault ? defaultOf(result, inSandbox) : -1;
        var last = inSandbox.getLast();
        return byName(inSandbox, interfaces, interfaceName)
                .map(i -> common.entry(
                        Optional.of(interfaces.get(i)),
                        addresses(result.ips().stream()
                                .filter(ip -> index(ip, result).orElse(last) == i)),
                        i == ofDefault))
                .toList();
    }

    /** What all entries of a result share. */
    private record Common(String name, List<String> gateways, ObjectNode dns, Optional<JsonNode> deviceInfo) {

        NetworkStatus entry(Optional<CniResult.Interface> link, List<String> ips, boolean isDefault) {
            return new NetworkStatus(
                    name,
                    link.map(l -> printable(l.name())).filter(text -> !text.isEmpty()),
                    ips,
                    link.flatMap(CniResult.Interface::mac)
                            .map(StatusEntries::printable)
                            .filter(text -> !text.isEmpty()),
                    link.map(CniResult.Interface::mtu).orElse(OptionalInt.empty()),
                    isDefault,
                    gateways,
                    dns,
                    deviceInfo,
                    Map.of());
        }
    }

    private static boolean isInSandbox(CniResult.Interface link) {
        return link.sandbox().filter(path -> !path.isEmpty()).isPresent();
    }

    private static Stream<Integer> byName(
            List<Integer> inSandbox, List<CniResult.Interface> interfaces, String interfaceName) {
        return Stream.concat(
                inSandbox.stream().filter(i -> interfaces.get(i).name().equals(interfaceName)),
                inSandbox.stream().filter(i -> !interfaces.get(i).name().equals(interfaceName)));
    }

    /** The first interface with an address that has a gateway is the default; without any, the first one is. */
    private static int defaultOf(CniResult result, List<Integer> inSandbox) {
        return result.ips().stream()
                .filter(ip -> ip.gateway().isPresent())
                .flatMap(ip -> index(ip, result).stream().boxed())
                .filter(inSandbox::contains)
                .findFirst()
                .orElse(inSandbox.getFirst());
    }

    /** Returns the interface that the address belongs to; an index out of range counts as none. */
    private static OptionalInt index(CniResult.Ip ip, CniResult result) {
        var index = ip.interfaceIndex();
        return index.isPresent()
                        && index.getAsInt() >= 0
                        && index.getAsInt() < result.interfaces().size()
                ? index
                : OptionalInt.empty();
    }

    private static List<String> addresses(Stream<CniResult.Ip> ips) {
        return ips.flatMap(ip -> bareAddress(ip.address()).stream()).toList();
    }

    private static List<String> gateways(CniResult result) {
        return result.routes().stream()
                .filter(route -> isDefault(route.destination()))
                .flatMap(route -> route.gateway().flatMap(StatusEntries::bareAddress).stream())
                .distinct()
                .toList();
    }

    private static boolean isDefault(String destination) {
        var block = new IPAddressString(destination).getAddress();
        return block != null && Integer.valueOf(0).equals(block.getNetworkPrefixLength());
    }

    private static Optional<String> bareAddress(String text) {
        IPAddress address = new IPAddressString(text, STRICT).getHostAddress();
        return Optional.ofNullable(address).map(IPAddress::toCanonicalString);
    }

    private static ObjectNode dns(CniResult.Dns dns) {
        var json = JsonNodeFactory.instance.objectNode();
        putAll(json, "nameservers", dns.nameservers());
        dns.domain().map(StatusEntries::printable).ifPresent(domain -> json.put("domain", domain));
        putAll(json, "search", dns.search());
        putAll(json, "options", dns.options());
        return json;
    }

    private static void putAll(ObjectNode json, String key, List<String> values) {
        if (!values.isEmpty()) {
            var array = json.putArray(key);
            values.forEach(value -> array.add(printable(value)));
        }
    }

    private static String printable(String text) {
        var clean = new StringBuilder();
        text.codePoints()
                .filter(c -> !Character.isISOControl(c))
                .limit(MAX_TEXT)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}

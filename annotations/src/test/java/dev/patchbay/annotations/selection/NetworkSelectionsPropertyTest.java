package dev.patchbay.annotations.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.annotations.NetworkName;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

class NetworkSelectionsPropertyTest {

    private static final JsonMapper PLAIN_JACKSON = new JsonMapper();

    @Property
    void everyTextIsReadOrExplained(@ForAll String text) {
        assertIsReadOrExplained(text);
    }

    @Property
    void everyTextThatLooksLikeAnAnnotationIsReadOrExplained(@ForAll("almostAnnotations") String text) {
        assertIsReadOrExplained(text);
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void whatIsWrittenIsReadAgain(@ForAll("elements") List<NetworkSelectionElement> elements) {
        assertThat(NetworkSelections.parse(NetworkSelections.write(elements), "elsewhere"))
                .isEqualTo(new ParsedSelections.Valid(elements));
    }

    @Property(edgeCases = EdgeCasesMode.NONE)
    void aRequestOnDiskIsReadAgain(@ForAll("requests") AttachmentRequest request) throws JacksonException {
        var text = RequestJson.toJson(request).toString();

        var read = RequestJson.fromJson(PLAIN_JACKSON.readTree(text));

        assertThat(read).isEqualTo(request);
        assertThat(RequestJson.toJson(read)).hasToString(text);
    }

    private static void assertIsReadOrExplained(String text) {
        switch (NetworkSelections.parse(text, "ns")) {
            case ParsedSelections.Valid valid ->
                assertThat(NetworkSelections.parse(NetworkSelections.write(valid.elements()), "ns"))
                        .isEqualTo(valid);
            case ParsedSelections.Invalid invalid ->
                assertThat(invalid.message()).isNotBlank();
        }
    }

    @Provide
    Arbitrary<String> almostAnnotations() {
        return Arbitraries.of(
                        "[",
                        "]",
                        "{",
                        "}",
                        "\"",
                        ":",
                        ",",
                        "null",
                        "\"name\":",
                        "\"name\":\"a\"",
                        "{\"name\":\"a\"",
                        "\"ips\":[",
                        "\"10.0.0.1\"",
                        "\"mac\":",
                        "\"02:00:00:00:00:01\"",
                        "\"cni-args\":{",
                        "\"portMappings\":[{",
                        "\"hostPort\":1",
                        "\"bandwidth\":",
                        "\"default-route\":[",
                        "1e400",
                        "-1",
                        "\\u",
                        "\u0000",
                        "\ud800",
                        "a",
                        "/",
                        "@",
                        "net1",
                        " ")
                .list()
                .ofMaxSize(20)
                .map(parts -> String.join("", parts));
    }

    @Provide
    Arbitrary<List<NetworkSelectionElement>> elements() {
        return Combinators.combine(
                        Arbitraries.of("a", "b-c", "d.e"),
                        Arbitraries.of("net1", "data", "Eth_9").optional(),
                        requests(),
                        Arbitraries.maps(Arbitraries.of("x-a", "x-b"), json()))
                .as((name, interfaceName, request, unknown) -> new NetworkSelectionElement(
                        new NetworkName("ns", name), interfaceName, withoutConflict(request), unknown))
                .list()
                .ofMaxSize(4)
                .filter(NetworkSelectionsPropertyTest::isConsistent);
    }

    @Provide
    Arbitrary<AttachmentRequest> requests() {
        var addresses = Combinators.combine(
                        Arbitraries.of("10.0.0.5", "10.0.0.6/24", "fd00::5", "fd00::6/64")
                                .list()
                                .ofMaxSize(3),
                        Arbitraries.of("claim-1").optional(),
                        Arbitraries.of(List.<String>of(), List.of("10.0.0.1"), List.of("fd00::1", "10.0.0.1"))
                                .optional())
                .as(AddressPart::new);
        var mappings = Combinators.combine(
                        Arbitraries.integers().between(1, 65535),
                        Arbitraries.integers().between(1, 65535),
                        Arbitraries.of("tcp", "udp", "sctp"),
                        Arbitraries.of("192.0.2.1", "2001:db8::1").optional())
                .as(PortMapping::new);
        var rates = Arbitraries.longs().greaterOrEqual(0);
        return Combinators.combine(
                        addresses,
                        Arbitraries.of("02:00:00:00:00:01").optional(),
                        Arbitraries.of("02:00:00:00:00:00:00:01").optional(),
                        mappings.list().ofMaxSize(2),
                        Combinators.combine(rates, rates, rates, rates)
                                .as(Bandwidth::new)
                                .optional(),
                        Arbitraries.of("0000:03:02.0").optional(),
                        Arbitraries.maps(Arbitraries.strings().ofMaxLength(5), json()))
                .as((address, mac, guid, ports, bandwidth, device, args) -> new AttachmentRequest(
                        address.ips(),
                        mac,
                        guid,
                        ports,
                        bandwidth,
                        device,
                        args,
                        address.defaultRoute(),
                        address.claim()));
    }

    private record AddressPart(List<String> ips, Optional<String> claim, Optional<List<String>> defaultRoute) {}

    private static Arbitrary<JsonNode> json() {
        var nodes = JsonNodeFactory.instance;
        return Arbitraries.oneOf(
                Arbitraries.integers().map(nodes::numberNode),
                Arbitraries.longs().greaterOrEqual(1L << 40).map(nodes::numberNode),
                Arbitraries.doubles().map(nodes::numberNode),
                Arbitraries.strings().alpha().ofMaxLength(5).map(nodes::stringNode),
                Arbitraries.of(true, false).map(nodes::booleanNode),
                Arbitraries.create(nodes::nullNode),
                Arbitraries.integers()
                        .map(n ->
                                nodes.objectNode().set("deep", nodes.arrayNode().add(n))));
    }

    private static AttachmentRequest withoutConflict(AttachmentRequest r) {
        return new AttachmentRequest(
                r.ipamClaimReference().isPresent() ? List.of() : r.ips(),
                r.mac(),
                r.infinibandGuid(),
                r.portMappings(),
                r.bandwidth(),
                r.deviceId(),
                r.cniArgs(),
                r.defaultRoute(),
                r.ipamClaimReference());
    }

    /** Interfaces differ, and one element at most has gateways. */
    private static boolean isConsistent(List<NetworkSelectionElement> elements) {
        var interfaces = elements.stream()
                .flatMap(element -> element.interfaceName().stream())
                .toList();
        var withGateways = elements.stream()
                .filter(element ->
                        !element.request().defaultRoute().orElse(List.of()).isEmpty())
                .count();
        return new HashSet<>(interfaces).size() == interfaces.size() && withGateways <= 1;
    }
}

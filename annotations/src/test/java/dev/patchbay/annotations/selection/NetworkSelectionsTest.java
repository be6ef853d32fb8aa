package dev.patchbay.annotations.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.patchbay.annotations.NetworkName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

class NetworkSelectionsTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Test
    void readsEveryFieldOfAnElement() {
        var element = only("""
                [{"name": "storage", "namespace": "infra", "interface": "data0",
                  "ips": ["10.0.0.5/24", "FD00:0:0::5"], "mac": "02-00-00-00-00-AA", "infiniband-guid": "0200.0000.0000.0017",
                  "portMappings": [{"hostPort": 8080, "containerPort": 80, "protocol": "UDP", "hostIP": "192.0.2.1"},
                                   {"hostPort": 8443, "containerPort": 443}],
                  "bandwidth": {"ingressRate": 1000000, "egressBurst": 9000000000},
                  "deviceID": "0000:03:02.0", "cni-args": {"key": {"deep": [1, true, null]}},
                  "default-route": ["10.0.0.1", "fd00::1"], "x-vendor": {"a": 1}, "another": null}]
                """);

        assertThat(element.network()).isEqualTo(new NetworkName("infra", "storage"));
        assertThat(element.interfaceName()).contains("data0");
        assertThat(element.request())
                .isEqualTo(new AttachmentRequest(
                        List.of("10.0.0.5/24", "fd00::5"),
                        Optional.of("02:00:00:00:00:aa"),
                        Optional.of("02:00:00:00:00:00:00:17"),
                        List.of(
                                new PortMapping(8080, 80, "udp", Optional.of("192.0.2.1")),
                                new PortMapping(8443, 443, "tcp", Optional.empty())),
                        Optional.of(new Bandwidth(1_000_000, 0, 0, 9_000_000_000L)),
                        Optional.of("0000:03:02.0"),
                        Map.of(
                                "key",
                                NODES.objectNode()
                                        .set(
                                                "deep",
                                                NODES.arrayNode()
                                                        .add(1)
                                                        .add(true)
                                                        .addNull())),
                        Optional.of(List.of("10.0.0.1", "fd00::1")),
                        Optional.empty()));
        assertThat(element.unknown())
                .containsExactly(
                        Map.entry("x-vendor", NODES.objectNode().put("a", 1)), Map.entry("another", NODES.nullNode()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n", "[]", " [ ] "})
    void noTextAndAnEmptyListMeanNoSecondaryNetworks(String text) {
        assertThat(valid(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "a,                 pod-ns/a,     ",
        "ns/a,              ns/a,         ",
        "a@net1,            pod-ns/a,     net1",
        "ns/a@eth0.100,     ns/a,         eth0.100",
        "' ns / a @ Net_1 ', ns/a,        Net_1",
        "a.example.com,     pod-ns/a.example.com, ",
    })
    void readsTheCommaForm(String text, String network, String interfaceName) {
        var element = only(text);

        assertThat(element.network()).hasToString(network);
        assertThat(element.interfaceName()).isEqualTo(Optional.ofNullable(interfaceName));
        assertThat(element.request()).isEqualTo(AttachmentRequest.NONE);
    }

    @Test
    void keepsTheOrderOfTheElementsAndTheSameNetworkTwice() {
        assertThat(valid("b, a@x, b")).map(e -> e.network().name()).containsExactly("b", "a", "b");
        assertThat(valid("[{\"name\":\"b\"},{\"name\":\"a\"},{\"name\":\"b\"}]"))
                .map(e -> e.network().name())
                .containsExactly("b", "a", "b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'name':'a','interfaceRequest':'old0'}                      | old0",
                "{'name':'a','interface':'','interfaceRequest':'old0'}       | old0",
                "{'name':'a','interface':'new0','interfaceRequest':'old0'}   | new0",
            },
            quoteCharacter = '`')
    void theOldAliasCountsWhereNoInterfaceIsNamed(String element, String interfaceName) {
        assertThat(only("[" + element.replace('\'', '"') + "]").interfaceName()).contains(interfaceName);
    }

    @Test
    void nullAndEmptyFieldsAreAbsentOnes() {
        var element = only("""
                [{"name":"a","namespace":"","interface":null,"ips":null,"mac":"","cni-args":null,"bandwidth":null,
                  "default-route":null,"portMappings":[],"deviceID":"","ipam-claim-reference":""}]""");

        assertThat(element)
                .isEqualTo(new NetworkSelectionElement(
                        new NetworkName("pod-ns", "a"), Optional.empty(), AttachmentRequest.NONE, Map.of()));
    }

    @Test
    void anEmptyDefaultRouteIsARequestOfItsOwn() {
        assertThat(only("[{\"name\":\"a\",\"default-route\":[]}]").request().defaultRoute())
                .contains(List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.5,              10.0.0.5",
        "10.0.0.0/24,           10.0.0.0/24",
        "10.0.0.5/32,           10.0.0.5/32",
        "2001:0DB8:0:0:0:0:0:1/64, 2001:db8::1/64",
        "fd00::/64,             fd00::/64",
        "::,                    ::",
        "0.0.0.0,               0.0.0.0",
        "fe80::1:0:0:1,         fe80::1:0:0:1",
    })
    void addressesAreHeldInCanonicalForm(String text, String canonical) {
        assertThat(only(element("\"ips\":[\"" + text + "\"]")).request().ips()).containsExactly(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " 10.0.0.1",
                "10.0.0.1 ",
                "10.0.0",
                "10.0.0.256",
                "010.0.0.1",
                "10.0.0.01",
                "0x0a.0.0.1",
                "167772161",
                "10.0.0.1/33",
                "10.0.0.1/",
                "/24",
                "10.0.0.1/024",
                "10.0.0.1/255.255.255.0",
                "10.0.0.1-5",
                "10.0.0.*",
                "*",
                "10.0.0.1/24;K8S_POD_NAME=other",
                "10.0.0.1,10.0.0.2",
                "fe80::1%eth0",
                "fd00::1/129",
                "fd00:::1",
                "fd00::1::2",
                "::ffff:10.0.0.1",
                "::ffff:a00:1",
                "1:2:3:4:5:6:7",
                "fd00::12345",
                "host",
                "10.0.0.1\\n",
                "٠.0.0.1"
            })
    void refusesWhatIsNoPlainAddress(String text) {
        assertThat(problems(element("\"ips\":[\"" + text + "\"]")))
                .singleElement()
                .returns("ips[0]", Problem::field)
                .returns("is not an IP address", Problem::what);
    }

    @ParameterizedTest
    @CsvSource({
        "02:00:00:00:00:aa, 02:00:00:00:00:aa",
        "DE-AD-00-00-BE-AF, de:ad:00:00:be:af",
        "0200.0000.00AA,    02:00:00:00:00:aa",
        "02:00:00:00:00:00:00:01, 02:00:00:00:00:00:00:01",
        "00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01, 00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01",
    })
    void hardwareAddressesAreHeldInCanonicalForm(String text, String canonical) {
        assertThat(only(element("\"mac\":\"" + text + "\"")).request().mac()).contains(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "02:00:00:00:00",
                "02:00:00:00:00:00:00",
                "02:00-00:00:00:00",
                "2:0:0:0:0:1",
                "02000000000a",
                "02:00:00:00:00:0g",
                "0200.00:00.000a",
                "02:00:00:00:00:00;IP=10.0.0.1",
                " 02:00:00:00:00:00",
                "02:00:00:00:00:00:"
            })
    void refusesWhatIsNoHardwareAddress(String text) {
        assertThat(problems(element("\"mac\":\"" + text + "\"")))
                .singleElement()
                .returns("mac", Problem::field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "eth0", "net1", "Net_1", "eth0.100", "a23456789012345", "pod9a6a0c3b4d8", "a@b", "...", "~"
            })
    void acceptsWhatTheKernelAcceptsAsInterfaceName(String name) {
        assertThat(only(element("\"interface\":\"" + name + "\"")).interfaceName())
                .contains(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".",
                "..",
                "lo",
                "all",
                "default",
                "-x",
                "a/b",
                "a:b",
                "a b",
                "a\\tb",
                "net%d",
                "a234567890123456",
                "ünder",
                "a\\u0000",
                " a",
                "a\\u007f"
            })
    void refusesInterfaceNamesThatMeanSomethingElse(String name) {
        assertThat(problems(element("\"interface\":\"" + name + "\"")))
                .singleElement()
                .returns("interface", Problem::field)
                .returns("element [0]", Problem::place);
    }

    static Stream<Arguments> invalidAnnotations() {
        return Stream.of(
                arguments("[{\"name\":\"a\"},{}]", "element [1], field name: is missing"),
                arguments("[{\"name\":\"\"}]", "element [0], field name: is missing"),
                arguments(
                        "[{\"name\":\"A\"}]",
                        "element [0], field name: \"A\" is not the name of a NetworkAttachmentDefinition"),
                arguments("[{\"name\":\"../a\"}]", "field name: \"../a\""),
                arguments("[{\"name\":\"a-\"}]", "field name: \"a-\""),
                arguments("[{\"name\":\"a\",\"namespace\":\"x.y\"}]", "field namespace: \"x.y\""),
                arguments("[{\"name\":7}]", "element [0], field name: 7 is not a string"),
                arguments("[null]", "element [0]: null is not an object"),
                arguments("[[]]", "element [0]: [] is not an object"),
                arguments("[\"a\"]", "element [0]"),
                arguments("{\"name\":\"a\"}", "is not a list; write a JSON list"),
                arguments("\"a\"", "is not a list"),
                arguments("[{\"name\":\"a\"}", "line 1, column"),
                arguments("[\n {\"name\" \"a\"}]", "line 2, column"),
                arguments("[] []", "line 1, column"),
                arguments("[{\"name\":\"a\",\"name\":\"b\"}]", "Duplicate"),
                arguments("[{\"name\":\"a\",\"cni-args\":{\"x\":1,\"x\":2}}]", "Duplicate"),
                arguments("[".repeat(40) + "]".repeat(40), "depth"),
                arguments("[{\"name\":\"a\",\"cni-args\":{\"x\":1e999}}]", "a number that is too large"),
                arguments(
                        element("\"Interface\":\"x\""),
                        "field Interface: \"Interface\" is a known field in another case; write interface"),
                arguments(element("\"ips\":\"10.0.0.1\""), "field ips: \"10.0.0.1\" is not a list of strings"),
                arguments(element("\"ips\":[null]"), "field ips[0]: null is not a string"),
                arguments(element("\"infiniband-guid\":\"02:00:00:00:00:17\""), "field infiniband-guid"),
                arguments(element("\"cni-args\":[]"), "field cni-args: [] is not an object"),
                arguments(element("\"default-route\":[\"10.0.0.1/24\"]"), "field default-route[0]"),
                arguments(element("\"default-route\":[\"10.0.0.1\",\"10.0.0.2\"]"), "is a second IPv4 gateway"),
                arguments(
                        "[{\"name\":\"a\",\"default-route\":[\"fd00::1\"]},{\"name\":\"b\",\"default-route\":[\"fd00::2\"]}]",
                        "element [1], field default-route: \"fd00::2\" is a second IPv6 gateway beside that of element [0]"),
                arguments(element("\"ips\":[\"10.0.0.1\"],\"ipam-claim-reference\":\"c\""), "stands beside ips"),
                arguments(element("\"ipam-claim-reference\":\"C!\""), "is not the name of an IPAMClaim"),
                arguments(
                        element("\"portMappings\":[{\"hostPort\":0,\"containerPort\":80}]"),
                        "field portMappings[0].hostPort: 0 is out of range; use 1 to 65535"),
                arguments(
                        element("\"portMappings\":[{\"hostPort\":80}]"),
                        "field portMappings[0].containerPort: is missing"),
                arguments(
                        element("\"portMappings\":[{\"hostPort\":80.5,\"containerPort\":1}]"), "is not a whole number"),
                arguments(
                        element("\"portMappings\":[{\"hostPort\":80,\"containerPort\":1,\"protocol\":\"icmp\"}]"),
                        "use tcp, udp or sctp"),
                arguments(
                        element("\"portMappings\":[{\"hostPort\":80,\"containerPort\":1,\"hostIP\":\"x\"}]"),
                        "portMappings[0].hostIP"),
                arguments(
                        element("\"portMappings\":[{\"hostPort\":80,\"containerPort\":1,\"hostport\":1}]"),
                        "field portMappings[0].hostport"),
                arguments(element("\"portMappings\":{}"), "is not a list of objects"),
                arguments(
                        element("\"bandwidth\":{\"ingressRate\":-1}"),
                        "field bandwidth.ingressRate: -1 is out of range"),
                arguments(element("\"bandwidth\":{\"ingressRate\":9223372036854775808}"), "is out of range"),
                arguments(element("\"bandwidth\":{\"ingressRate\":\"1M\"}"), "is not a whole number"),
                arguments(element("\"deviceID\":\"../../x\""), "field deviceID"),
                arguments(
                        "[{\"name\":\"a\",\"interface\":\"x\"},{\"name\":\"b\",\"interface\":\"x\"}]",
                        "element [1], field interface: \"x\" is asked for by element [0] too"),
                arguments("a@x,b@x", "element [1], field interface: \"x\" is asked for by element [0] too"),
                arguments("a,,b", "element [1], field name: \"\""),
                arguments(",", "element [0], field name"),
                arguments("ns/", "element [0], field name"),
                arguments("/a", "element [0], field namespace"),
                arguments("a@", "element [0], field interface"),
                arguments("a/b/c", "element [0]: \"a/b/c\" is not of the form namespace/name@interface"),
                arguments("a@b@c", "at most one / and one @"),
                arguments("a@b/c", "is not of the form"),
                arguments("a".repeat(NetworkSelections.MAX_LENGTH + 1), "text: is longer than 65536 characters"));
    }

    @ParameterizedTest
    @MethodSource("invalidAnnotations")
    void saysWhereAndWhatIsWrong(String text, String message) {
        assertThat(invalid(text).message()).contains(message);
    }

    @Test
    void reportsAllProblemsAtOnce() {
        var problems = problems("""
                [{"name":"a","mac":"x","ips":["y","10.0.0.1","z"]}, null, {"interface":"lo"}]""");

        assertThat(problems)
                .extracting(problem -> problem.place() + " " + problem.field())
                .containsExactlyInAnyOrder(
                        "element [0] mac",
                        "element [0] ips[0]",
                        "element [0] ips[2]",
                        "element [1] ",
                        "element [2] name",
                        "element [2] interface");
    }

    @Test
    void theMessageIsShortAndPrintable() {
        var invalid = invalid("["
                + "{\"name\":\"\\u001b[31m\\u202e%s\"},"
                        .formatted("x".repeat(500))
                        .repeat(50) + "7]");

        assertThat(invalid.message()).hasSizeLessThan(1000).contains("more").doesNotContain("\u001b", "\u202e");
        assertThat(invalid.problems()).hasSize(51);
    }

    @Test
    void theDefaultNetworkIsExactlyOne() {
        assertThat(NetworkSelections.parseDefaultNetwork("calico", "kube-system"))
                .isInstanceOfSatisfying(
                        ParsedSelections.Valid.class,
                        valid -> assertThat(valid.elements())
                                .singleElement()
                                .returns(new NetworkName("kube-system", "calico"), NetworkSelectionElement::network));
        assertThat(List.of("a,b", "", "[]"))
                .allSatisfy(text -> assertThat(NetworkSelections.parseDefaultNetwork(text, "kube-system"))
                        .isInstanceOfSatisfying(
                                ParsedSelections.Invalid.class,
                                invalid -> assertThat(invalid.message()).contains("exactly one default network")));
    }

    @Test
    void writesWhatKubeVirtWrites() {
        var text = "[{\"name\":\"new-fancy-net\",\"namespace\":\"default\",\"interface\":\"pod9a6a0c3b4d8\"},"
                + "{\"name\":\"vlan10\",\"namespace\":\"infra\",\"mac\":\"02:00:00:00:00:17\",\"interface\":\"podb1f51a511f1\"}]";

        assertThat(NetworkSelections.write(valid(text))).isEqualTo(text);
    }

    @Test
    void unknownFieldsSurviveARewriteInTheirOrder() {
        var text = "[{\"name\":\"a\",\"namespace\":\"ns\",\"zeta\":1.5,\"alpha\":{\"b\":null,\"a\":[]}}]";

        assertThat(NetworkSelections.write(valid(text))).isEqualTo(text);
    }

    private static String element(String fields) {
        return "[{\"name\":\"a\"," + fields + "}]";
    }

    private static List<NetworkSelectionElement> valid(String text) {
        return switch (NetworkSelections.parse(text, "pod-ns")) {
            case ParsedSelections.Valid valid -> valid.elements();
            case ParsedSelections.Invalid invalid -> throw new AssertionError(invalid.message());
        };
    }

    private static NetworkSelectionElement only(String text) {
        var elements = valid(text);
        assertThat(elements).hasSize(1);
        return elements.getFirst();
    }

    private static ParsedSelections.Invalid invalid(String text) {
        var parsed = NetworkSelections.parse(text, "pod-ns");
        assertThat(parsed).isInstanceOf(ParsedSelections.Invalid.class);
        return (ParsedSelections.Invalid) parsed;
    }

    private static List<Problem> problems(String text) {
        return invalid(text).problems();
    }
}

package dev.patchbay.annotations.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

class NetworkStatusesTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** As Multus writes it. */
    private static final String MULTUS = """
            [{
                "name": "cbr0",
                "interface": "eth0",
                "ips": [
                    "10.244.0.7"
                ],
                "mac": "5e:aa:00:00:00:07",
                "mtu": 1450,
                "default": true,
                "dns": {},
                "gateway": [
                    "10.244.0.1"
                ]
            },{
                "name": "ns/sriov",
                "interface": "net1",
                "dns": {
                    "nameservers": [
                        "10.96.0.10"
                    ]
                },
                "device-info": {
                    "type": "pci",
                    "version": "1.1.0",
                    "pci": {
                        "pci-address": "0000:03:02.0"
                    }
                }
            }]""";

    @Test
    void readsEveryFieldOfAnEntry() {
        var entries = valid(MULTUS);

        assertThat(entries.getFirst())
                .isEqualTo(new NetworkStatus(
                        "cbr0",
                        Optional.of("eth0"),
                        List.of("10.244.0.7"),
                        Optional.of("5e:aa:00:00:00:07"),
                        OptionalInt.of(1450),
                        true,
                        List.of("10.244.0.1"),
                        NODES.objectNode(),
                        Optional.empty(),
                        Map.of()));
        assertThat(entries.getLast()
                        .deviceInfo()
                        .orElseThrow()
                        .at("/pci/pci-address")
                        .stringValue())
                .isEqualTo("0000:03:02.0");
    }

    @Test
    void writesAsMultusDoes() {
        assertThat(NetworkStatuses.write(valid(MULTUS))).isEqualTo(MULTUS);
        assertThat(NetworkStatuses.write(List.of())).isEqualTo("[]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "[]", "null", "[null]"})
    void readsNothingAsNoEntries(String text) {
        assertThat(valid(text)).isEmpty();
    }

    @Test
    void toleratesWhatIsMissingOrNull() {
        var entry = valid("[{\"ips\":null,\"interface\":\"\",\"mtu\":0,\"dns\":null,\"device-info\":null}]")
                .getFirst();

        assertThat(NetworkStatuses.toJson(entry)).hasToString("{\"name\":\"\",\"dns\":{}}");
    }

    @Test
    void dropsGatewaysThatAreNone() {
        assertThat(valid("[{\"name\":\"a\",\"gateway\":[\"<nil>\",null,\"10.0.0.1\"]}]")
                        .getFirst()
                        .gateway())
                .containsExactly("10.0.0.1");
    }

    @Test
    void doesNotTouchTheTextOfAddresses() {
        var text = "[{\"name\":\"a\",\"ips\":[\"FD00:0::1\",\"10.0.0.1/24\",\"odd\"],\"dns\":{}}]";

        assertThat(valid(text).getFirst().ips()).containsExactly("FD00:0::1", "10.0.0.1/24", "odd");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"a\",\"dns\":{},\"example.com/prefix\":24,\"another\":null}",
                "{\"name\":\"a\",\"dns\":{},\"mtu\":\"1500\"}",
                "{\"name\":\"a\",\"dns\":{},\"ips\":\"10.0.0.1\"}",
                "{\"name\":\"a\",\"dns\":{},\"default\":\"yes\",\"gateway\":[1]}",
                "{\"name\":7,\"dns\":[]}",
            })
    void whatPatchbayDoesNotKnowSurvivesARewrite(String entry) {
        var read = valid("[" + entry + "]").getFirst();

        assertThat(NetworkStatuses.toJson(read)).hasToString(entry);
        assertThat(NetworkStatuses.fromJson(NetworkStatuses.toJson(read))).isEqualTo(read);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}              | is not a list",
                "[7]             | entry [0]: 7 is not an object",
                "[{},            | line 1, column",
                "[] x            | is not valid JSON",
                "[{\"a\":1e999}] | a number that is too large",
            })
    void saysWhyATextCannotBeRead(String text, String message) {
        assertThat(NetworkStatuses.parse(text))
                .isInstanceOfSatisfying(
                        ParsedStatuses.Invalid.class,
                        invalid -> assertThat(invalid.message()).contains(message));
    }

    @Test
    void refusesAnEntryThatIsNoObject() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NetworkStatuses.fromJson(NODES.stringNode("x")))
                .withMessageContaining("JSON object");
    }

    @Test
    void theOrderOfKeysHasNoMeaningButThatOfEntriesHas() {
        var some = valid("[{\"name\":\"a\",\"mtu\":1,\"x\":{\"p\":1,\"q\":2}},{\"name\":\"b\"}]");
        var same = valid("[{\"x\":{\"q\":2,\"p\":1},\"mtu\":1,\"name\":\"a\",\"dns\":{}},{\"name\":\"b\",\"ips\":[]}]");

        assertThat(NetworkStatuses.sameMeaning(some, same)).isTrue();
        assertThat(NetworkStatuses.sameMeaning(some, some.reversed())).isFalse();
        assertThat(NetworkStatuses.sameMeaning(some, some.subList(0, 1))).isFalse();
        assertThat(NetworkStatuses.sameMeaning(some, valid("[{\"name\":\"a\",\"mtu\":2},{\"name\":\"b\"}]")))
                .isFalse();
    }

    @Test
    void aNumberHasTheSameMeaningInAnyJavaType() {
        var entry = valid("[{\"name\":\"a\",\"x\":1}]").getFirst();
        var asLong = NetworkStatuses.fromJson(NetworkStatuses.toJson(entry).set("x", NODES.numberNode(1L)));

        assertThat(NetworkStatuses.sameMeaning(List.of(entry), List.of(asLong))).isTrue();
    }

    private static List<NetworkStatus> valid(String text) {
        return switch (NetworkStatuses.parse(text)) {
            case ParsedStatuses.Valid valid -> valid.entries();
            case ParsedStatuses.Invalid invalid -> throw new AssertionError(invalid.message());
        };
    }
}

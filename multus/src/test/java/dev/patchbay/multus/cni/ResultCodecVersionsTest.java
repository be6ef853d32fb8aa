package dev.patchbay.multus.cni;

import static dev.patchbay.multus.TestConfigs.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.patchbay.multus.cni.CniResult.Interface;
import dev.patchbay.multus.cni.CniResult.Ip;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultCodecVersionsTest {

    private static final String FULL = """
            {'cniVersion': '1.1.0',
             'interfaces': [{'name': 'vethx'},
                            {'name': 'net1', 'mac': '02:00:00:00:00:01', 'mtu': 1400, 'sandbox': '/run/netns/x',
                             'socketPath': '/s', 'pciID': '0000:00:01.0'}],
             'ips': [{'interface': 1, 'address': '10.0.0.2/24', 'gateway': '10.0.0.1'},
                     {'interface': 1, 'address': '10.0.1.2/24'},
                     {'address': 'fd00::2/64'}],
             'routes': [{'dst': '10.9.0.0/16', 'gw': '10.0.0.1', 'mtu': 1300, 'priority': 5, 'table': 7, 'scope': 0},
                        {'dst': 'fd09::/64'}],
             'dns': {'nameservers': ['10.0.0.53'], 'domain': 'lan', 'search': ['a', 'b'], 'options': ['ndots:2']}}
            """;

    @ParameterizedTest
    @ValueSource(strings = {"1.0.0", "1.1.0"})
    void losesNothingFromOneZeroOn(String version) {
        var result = ResultCodec.parse(json(FULL), "");

        var written = ResultCodec.toJson(result, version);

        assertThat(written.toString())
                .isEqualTo(json(FULL.replace("'1.1.0'", "'" + version + "'")).toString());
        assertThat(ResultCodec.parse(written, "")).isEqualTo(result);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.3.0", "0.3.1", "0.4.0"})
    void tellsTheFamilyOfAddressesAndDropsNewerFieldsBelowOneZero(String version) {
        var written = ResultCodec.toJson(ResultCodec.parse(json(FULL), ""), version);

        assertThat(written.toString()).isEqualTo(json("""
                                        {'cniVersion': '%s',
                                         'interfaces': [{'name': 'vethx'},
                                                        {'name': 'net1', 'mac': '02:00:00:00:00:01', 'sandbox': '/run/netns/x'}],
                                         'ips': [{'version': '4', 'interface': 1, 'address': '10.0.0.2/24', 'gateway': '10.0.0.1'},
                                                 {'version': '4', 'interface': 1, 'address': '10.0.1.2/24'},
                                                 {'version': '6', 'address': 'fd00::2/64'}],
                                         'routes': [{'dst': '10.9.0.0/16', 'gw': '10.0.0.1'}, {'dst': 'fd09::/64'}],
                                         'dns': {'nameservers': ['10.0.0.53'], 'domain': 'lan', 'search': ['a', 'b'], 'options': ['ndots:2']}}
                                        """.formatted(version)).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.1.0", "0.2.0"})
    void keepsTheFirstAddressOfEachFamilyInTheOldestForms(String version) {
        var written = ResultCodec.toJson(ResultCodec.parse(json(FULL), ""), version);

        assertThat(written.toString()).isEqualTo(json("""
                                        {'cniVersion': '%s',
                                         'ip4': {'ip': '10.0.0.2/24', 'gateway': '10.0.0.1',
                                                 'routes': [{'dst': '10.9.0.0/16', 'gw': '10.0.0.1'}]},
                                         'ip6': {'ip': 'fd00::2/64', 'routes': [{'dst': 'fd09::/64'}]},
                                         'dns': {'nameservers': ['10.0.0.53'], 'domain': 'lan', 'search': ['a', 'b'], 'options': ['ndots:2']}}
                                        """.formatted(version)).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.1.0", "0.2.0"})
    void readsTheOldestForms(String version) {
        var result = ResultCodec.parse(json("""
                        {'ip6': {'ip': 'fd00::2/64', 'routes': [{'dst': '::/0', 'gw': 'fd00::1'}]},
                         'ip4': {'ip': '10.0.0.2/24', 'gateway': '10.0.0.1', 'routes': [{'dst': '0.0.0.0/0'}]}}
                        """), version);

        assertThat(result.interfaces()).isEmpty();
        assertThat(result.ips())
                .containsExactly(
                        new Ip("10.0.0.2/24", Optional.of("10.0.0.1"), OptionalInt.empty()),
                        new Ip("fd00::2/64", Optional.empty(), OptionalInt.empty()));
        assertThat(result.routes()).extracting(CniResult.Route::destination).containsExactly("0.0.0.0/0", "::/0");
    }

    @Test
    void cannotExpressAnAttachmentWithoutAddressInTheOldestForms() {
        assertThatThrownBy(() -> ResultCodec.toJson(CniResult.EMPTY, "0.2.0"))
                .hasMessage("cannot convert: no valid IP addresses");
    }

    @Test
    void takesNullForAResultThatSaysNothing() {
        assertThat(ResultCodec.parse(json("null"), "1.0.0")).isEqualTo(CniResult.EMPTY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {'ip4': {'ip': '10.0.0.2/24'}}                     | 0.2.0
                    {'cniVersion': '', 'ip4': {'ip': '10.0.0.2/24'}}   | 0.2.0
                    {'ips': [{'address': '10.0.0.2/24'}]}                  | 0.3.1
                    {'cniVersion': '', 'ips': [{'address': '10.0.0.2/24'}]} | 1.0.0
                    {'cniVersion': '0.4.0', 'ips': [{'address': '10.0.0.2/24'}]} | 0.2.0
                    """)
    void takesTheVersionOfTheConfigurationWhereTheResultHasNone(String text, String version) {
        assertThat(ResultCodec.parse(json(text), version).ips())
                .containsExactly(new Ip("10.0.0.2/24", Optional.empty(), OptionalInt.empty()));
    }

    @ParameterizedTest
    @CsvSource({"-1", "7", "0"})
    void keepsAnInterfaceIndexAsItIs(int index) {
        var result = ResultCodec.parse(
                json("{'ips': [{'address': '10.0.0.2/24', 'interface': %d}]}".formatted(index)), "1.0.0");

        assertThat(result.ips().getFirst().interfaceIndex()).hasValue(index);
    }

    @Test
    void takesEmptyFieldsForAbsentOnes() {
        var result = ResultCodec.parse(
                json(
                        "{'interfaces': [{'name': 'net1', 'mac': '', 'mtu': 0, 'sandbox': ''}], 'ips': null, 'dns': null}"),
                "1.1.0");

        assertThat(result.interfaces())
                .containsExactly(new Interface(
                        "net1",
                        Optional.empty(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
        assertThat(result.ips()).isEmpty();
        assertThat(result.dns()).isEqualTo(CniResult.EMPTY.dns());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    []                      | must be a JSON object
                    'text'                  | must be a JSON object
                    {'cniVersion': '1.2.0'} | unsupported CNI result version "1.2.0"
                    {'cniVersion': 'one'}   | "one" is no CNI version
                    """)
    void refusesWhatIsNoResult(String text, String message) {
        assertThatThrownBy(() -> ResultCodec.parse(json(text), "1.0.0"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}

package dev.patchbay.multus.cni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkConfigFormsTest {

    @Test
    void makesAListOfOneOfASingleConfiguration() throws CniException {
        var list =
                parse("{'cniVersion': '0.4.0', 'name': 'lan', 'type': 'bridge', 'bridge': 'br0', 'new': {'a': [1]}}");

        assertThat(list.name()).isEqualTo("lan");
        assertThat(list.cniVersion()).isEqualTo("0.4.0");
        assertThat(list.plugins()).hasSize(1);
        assertThat(list.plugins().getFirst().path("new").path("a").path(0).asInt(0))
                .isEqualTo(1);
        assertThat(list.json().path("plugins")).hasSize(1);
    }

    @Test
    void keepsTheOrderOfAList() throws CniException {
        var list = parse("{'cniVersion': '1.0.0', 'name': 'lan', 'plugins': [{'type': 'bridge'}, {'type': 'tuning'}]}");

        assertThat(list.plugins())
                .extracting(plugin -> plugin.path("type").asString(""))
                .containsExactly("bridge", "tuning");
    }

    @Test
    void takesAConfigurationWithATypeForASingleOneWhateverElseItHas() throws CniException {
        var list = parse("{'name': 'lan', 'type': 'meta', 'plugins': [{'type': 'bridge'}]}");

        assertThat(list.plugins())
                .singleElement()
                .extracting(plugin -> plugin.path("type").asString(""))
                .isEqualTo("meta");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'type': 'bridge'}", "{'name': '', 'type': 'bridge'}", "{'name': null, 'type': 'bridge'}"})
    void namesANetworkThatHasNoName(String config) throws CniException {
        assertThat(parse(config).name()).isEqualTo("given");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {'type': 'x'}                                                          | 0.3.1
                    {'type': 'x', 'cniVersion': ''}                                        | 0.3.1
                    {'type': 'x', 'cniVersion': '0.2.0'}                                   | 0.2.0
                    {'type': 'x', 'cniVersion': '1.9.0'}                                   | 1.9.0
                    {'type': 'x', 'cniVersion': '0.4.0', 'cniVersions': ['1.0.0', '0.3.1']}| 1.0.0
                    {'type': 'x', 'cniVersions': ['0.3.1', '1.1.0', '1.2.0']}              | 1.1.0
                    {'type': 'x', 'cniVersion': '1.0.0', 'cniVersions': []}                | 1.0.0
                    """)
    void speaksTheHighestVersionThatBothKnow(String config, String version) throws CniException {
        assertThat(parse(config).cniVersion()).isEqualTo(version);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"true, true", "`'true'`, true", "`'True'`, true", "false, false", "`'FALSE'`, false", "null, false"
            })
    void takesBooleansAlsoAsText(String written, boolean meant) throws CniException {
        var list =
                parse("{'disableCheck': %s, 'disableGC': %s, 'plugins': [{'type': 'x'}]}".formatted(written, written));

        assertThat(list.disableCheck()).isEqualTo(meant);
        assertThat(list.disableGc()).isEqualTo(meant);
    }

    @Test
    void losesNoDigitOfANumber() throws CniException {
        var plugin = parse("{'type': 'x', 'big': 9007199254740993, 'long': 123456789012345678901234567890, 'f': 0.10}")
                .plugins()
                .getFirst();

        assertThat(plugin.path("big").bigIntegerValue()).isEqualTo(new BigInteger("9007199254740993"));
        assertThat(plugin.toString()).contains("123456789012345678901234567890", "0.10");
        assertThat(plugin.path("f").decimalValue()).isEqualTo(new BigDecimal("0.10"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {'type': 'x'                                             | not valid JSON
                    {'type': 'x'} {}                                         | not valid JSON
                    {'type': 'x', 'type': 'y'}                               | Duplicate
                    []                                                       | must be a JSON object
                    ``                                                       | must be a JSON object
                    {}                                                       | has no type and no plugins
                    {'plugins': []}                                          | plugins is empty
                    {'plugins': {}}                                          | plugins must be a list
                    {'plugins': ['x']}                                       | plugins[0] must be an object
                    {'plugins': [{'type': 'x'}, {'mtu': 1}]}                 | plugins[1] has no type
                    {'plugins': [{'type': 'x'}], 'disableCheck': 1}          | disableCheck must be true or false
                    {'plugins': [{'type': 'x'}], 'disableGC': 'yes'}         | disableGC must be true or false
                    {'type': 'x', 'cniVersion': '1.x'}                       | cniVersion: "1.x"
                    {'type': 'x', 'cniVersions': ['1.0.0', 'new']}           | cniVersion: "new"
                    {'type': 'x', 'cniVersions': ['1.2.0']}                  | the newest known is 1.1.0
                    {'type': 'x', 'name': '../x'}                            | network name "../x"
                    {'type': '../../bin/sh'}                                 | path
                    {'type': '..'}                                           | path
                    {'type': 'x', 'ipam': {'type': '/bin/sh'}}               | .ipam.type "/bin/sh"
                    {'plugins': [{'type': 'x', 'delegate': {'ipam': {'type': 'a/b'}}}]} | plugins[0].delegate.ipam.type
                    """)
    void saysWhatIsWrongAndWhere(String config, String message) {
        assertThatThrownBy(() -> parse(config == null ? "" : config))
                .isInstanceOfSatisfying(
                        CniException.class, e -> assertThat(e.kind()).isEqualTo(CniException.Kind.CONFIGURATION))
                .hasMessageContaining(message);
    }

    private static NetworkConfigList parse(String config) throws CniException {
        return NetworkConfigs.parse(config.replace('\'', '"'), "given");
    }
}

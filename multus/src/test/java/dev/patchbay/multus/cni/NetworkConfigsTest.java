package dev.patchbay.multus.cni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NetworkConfigsTest {

    @TempDir
    Path dir;

    @Test
    void makesAListOfOneOfASingleConfiguration() throws CniException {
        var list = NetworkConfigs.parse(json("{'cniVersion':'0.4.0','type':'bridge','mtu':1400}"), "from-nad");

        assertThat(list.name()).isEqualTo("from-nad");
        assertThat(list.cniVersion()).isEqualTo("0.4.0");
        assertThat(list.plugins())
                .singleElement()
                .satisfies(p -> assertThat(p.path("mtu").asInt(0)).isEqualTo(1400));
        assertThat(list.json().path("plugins")).hasSize(1);
    }

    @Test
    void keepsNumbersAndUnknownKeysExactly() throws CniException {
        var list = NetworkConfigs.parse(
                json("{'name':'n','plugins':[{'type':'t','big':9007199254740993,'x':1.10,'z':1,'a':2}]}"), "n");

        assertThat(list.plugins().getFirst().toString())
                .isEqualTo(json("{'type':'t','big':9007199254740993,'x':1.10,'z':1,'a':2}"));
    }

    @ParameterizedTest
    @MethodSource
    void takesTheHighestVersionThatBothKnow(String keys, String expected) throws CniException {
        assertThat(NetworkConfigs.parse(json("{'name':'n',%s'type':'t'}".formatted(keys)), "n")
                        .cniVersion())
                .isEqualTo(expected);
    }

    static Stream<Arguments> takesTheHighestVersionThatBothKnow() {
        return Stream.of(
                Arguments.of("", NetworkConfigs.VERSION_WHERE_NONE_IS_GIVEN),
                Arguments.of("'cniVersion':'1.0.0',", "1.0.0"),
                Arguments.of("'cniVersion':'0.4.0','cniVersions':['0.3.1','1.0.0'],", "1.0.0"),
                Arguments.of("'cniVersions':['1.1.0','1.2.0','9.0.0'],", "1.1.0"));
    }

    @ParameterizedTest
    @MethodSource
    void refusesWhatCannotBeRun(String config, String reason) {
        assertThatThrownBy(() -> NetworkConfigs.parse(json(config), "n"))
                .isInstanceOfSatisfying(
                        CniException.class, e -> assertThat(e.kind()).isEqualTo(CniException.Kind.CONFIGURATION))
                .hasMessageContaining(reason);
    }

    static Stream<Arguments> refusesWhatCannotBeRun() {
        return Stream.of(
                Arguments.of("[]", "must be a JSON object"),
                Arguments.of("{'name':", "line 1, column"),
                Arguments.of("{'type':'a','type':'b'}", "Duplicate"),
                Arguments.of("{'type':'a'} x", "not valid JSON"),
                Arguments.of("{}", "has no type and no plugins"),
                Arguments.of("{'plugins':[]}", "plugins is empty"),
                Arguments.of("{'plugins':{}}", "plugins must be a list"),
                Arguments.of("{'plugins':[1]}", "plugins[0] must be an object"),
                Arguments.of("{'plugins':[{'type':'a'},{}]}", "plugins[1] has no type"),
                Arguments.of("{'type':'../../bin/sh'}", "must not contain a path"),
                Arguments.of("{'type':'a','ipam':{'type':'x/y'}}", "plugins[0].ipam.type"),
                Arguments.of("{'type':'a','delegate':{'type':'x\\\\y'}}", "plugins[0].delegate.type"),
                Arguments.of("{'name':'..','type':'a'}", "network name"),
                Arguments.of("{'name':'a/b','type':'a'}", "network name"),
                Arguments.of("{'cniVersion':'one','type':'a'}", "no CNI version"),
                Arguments.of("{'cniVersions':['2.0.0'],'type':'a'}", "none of [2.0.0]"),
                Arguments.of("{'disableCheck':'perhaps','type':'a'}", "disableCheck must be true or false"));
    }

    @Test
    void readsTheBooleansAsTextToo() throws CniException {
        var list = NetworkConfigs.parse(json("{'disableCheck':'TRUE','disableGC':true,'type':'a'}"), "n");

        assertThat(list.disableCheck()).isTrue();
        assertThat(list.disableGc()).isTrue();
        assertThat(list.json().path("disableCheck").asBoolean(false)).isTrue();
    }

    @Test
    void findsTheFirstFileOfThatNetworkPastABrokenOne() throws IOException, CniException {
        write("00-broken.conf", "{");
        write("10-other.conflist", "{'name':'other','plugins':[{'type':'x'}]}");
        write("20-mine.conflist", "{'name':'mine','plugins':[{'type':'first'}]}");
        write("30-mine.conf", "{'name':'mine','type':'second'}");
        write("05-mine.txt", "{'name':'mine','type':'no'}");

        assertThat(NetworkConfigs.load(dir, "mine")
                        .plugins()
                        .getFirst()
                        .path("type")
                        .asString(""))
                .isEqualTo("first");
    }

    @Test
    void namesTheBrokenFilesWhenNothingIsFound() throws IOException {
        write("00-broken.conf", "{");

        assertThatThrownBy(() -> NetworkConfigs.load(dir, "mine"))
                .hasMessageContaining("no configuration named mine")
                .hasMessageContaining("00-broken.conf");
    }

    @Test
    void appendsThePluginsOfTheNetworksFolderUnlessTheListForbidsIt() throws IOException, CniException {
        Files.createDirectories(dir.resolve("mine"));
        write("mine/50-extra.conf", "{'type':'extra'}");
        write("10.conflist", "{'name':'mine','plugins':[{'type':'first'}]}");

        assertThat(NetworkConfigs.load(dir, "mine").plugins())
                .extracting(p -> p.path("type").asString(""))
                .containsExactly("first", "extra");

        write("10.conflist", "{'name':'mine','loadOnlyInlinedPlugins':true,'plugins':[{'type':'first'}]}");
        assertThat(NetworkConfigs.load(dir, "mine").plugins()).hasSize(1);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(dir.resolve(name), json(text));
    }

    static String json(String text) {
        return text.replace('\'', '"');
    }
}

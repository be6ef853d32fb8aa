package dev.patchbay.multus.cni;

import static dev.patchbay.multus.TestConfigs.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.NullNode;

class ResultCodecTest {

    @Test
    void readsTheOldFormWithOneAddressPerFamily() {
        var result = ResultCodec.parse(json("""
                        {'ip4':{'ip':'10.0.0.2/24','gateway':'10.0.0.1','routes':[{'dst':'0.0.0.0/0'}]},
                         'ip6':{'ip':'fd00::2/64'},'dns':{'nameservers':['10.0.0.1']}}"""), "0.2.0");

        assertThat(result.interfaces()).isEmpty();
        assertThat(result.ips()).extracting(CniResult.Ip::address).containsExactly("10.0.0.2/24", "fd00::2/64");
        assertThat(result.routes()).extracting(CniResult.Route::destination).containsExactly("0.0.0.0/0");
        assertThat(result.dns().nameservers()).containsExactly("10.0.0.1");
    }

    @Test
    void writesTheOldFormAndRefusesItWithoutAnAddress() {
        var result = ResultCodec.parse(json("{'ips':[{'address':'10.0.0.2/24'},{'address':'10.0.0.3/24'}]}"), "1.0.0");

        assertThat(ResultCodec.toJson(result, "0.2.0").path("ip4").path("ip").asString(""))
                .isEqualTo("10.0.0.2/24");
        assertThatThrownBy(() -> ResultCodec.toJson(CniResult.EMPTY, "0.2.0"))
                .hasMessage("cannot convert: no valid IP addresses");
    }

    @Test
    void dropsWhatAnOlderVersionDoesNotKnow() {
        var result = ResultCodec.parse(
                json(
                        "{'cniVersion':'1.1.0','interfaces':[{'name':'net1','mtu':1400,'pciID':'0','sandbox':'/n'}],'routes':[{'dst':'::/0','mtu':1300}]}"),
                "1.1.0");

        var old = ResultCodec.toJson(result, "0.4.0");

        assertThat((Object) old.path("interfaces")).isEqualTo(json("[{'name':'net1','sandbox':'/n'}]"));
        assertThat((Object) old.path("routes")).isEqualTo(json("[{'dst':'::/0'}]"));
    }

    @Test
    void keepsAnIndexThatIsOutOfRange() {
        assertThat(ResultCodec.parse(json("{'ips':[{'address':'10.0.0.2/24','interface':-7}]}"), "0.4.0")
                        .ips()
                        .getFirst()
                        .interfaceIndex())
                .hasValue(-7);
    }

    @Test
    void takesNullForAResultThatSaysNothingAndRefusesOtherThings() {
        assertThat(ResultCodec.parse(NullNode.getInstance(), "1.0.0")).isEqualTo(CniResult.EMPTY);
        assertThatThrownBy(() -> ResultCodec.parse(json("[]"), "1.0.0")).hasMessageContaining("JSON object");
        assertThatThrownBy(() -> ResultCodec.parse(json("{'cniVersion':'1.9.0'}"), "1.0.0"))
                .hasMessageContaining("unsupported CNI result version");
    }

    @Property(tries = 300)
    void readsWhatItWrote(@ForAll("results") CniResult result) {
        assertThat(ResultCodec.parse(ResultCodec.toJson(result, "1.1.0"), "0.1.0"))
                .isEqualTo(result);
    }

    @Provide
    Arbitrary<CniResult> results() {
        var name = Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(15);
        var link = Combinators.combine(
                        name,
                        name.optional(),
                        name.optional(),
                        Arbitraries.integers().between(0, 9000))
                .as((n, mac, sandbox, mtu) -> new CniResult.Interface(
                        n,
                        mac,
                        mtu > 0 ? OptionalInt.of(mtu) : OptionalInt.empty(),
                        sandbox,
                        Optional.empty(),
                        Optional.empty()));
        var ip = Combinators.combine(
                        name, name.optional(), Arbitraries.integers().between(-2, 4))
                .as((a, g, i) -> new CniResult.Ip(a, g, i > 2 ? OptionalInt.empty() : OptionalInt.of(i)));
        var route = Combinators.combine(name, name.optional()).as((d, g) -> new CniResult.Route(d, g, Map.of()));
        var dns = name.list()
                .ofMaxSize(2)
                .map(servers -> new CniResult.Dns(servers, Optional.empty(), List.of(), servers));
        return Combinators.combine(
                        link.list().ofMaxSize(3),
                        ip.list().ofMaxSize(3),
                        route.list().ofMaxSize(2),
                        dns)
                .as(CniResult::new);
    }
}

package dev.patchbay.multus.attach;

import static dev.patchbay.multus.TestConfigs.json;
import static dev.patchbay.multus.TestConfigs.plugins;
import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.annotations.selection.NetworkSelections;
import dev.patchbay.annotations.selection.ParsedSelections;
import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.cni.CniResult;
import dev.patchbay.multus.cni.ResultCodec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TeardownCallsTest {

    private final CniCall call = new CniCall(
            plugins("[{'type':'bridge','ipMasq':true,'ipam':{'type':'host-local','x':1}},{'type':'sbr'}]"),
            "id",
            "/netns",
            "net1",
            List.of(),
            Map.of());

    /** Failure F15: sbr fails without a namespace, and makes a plain file at its path. */
    @Test
    void leavesSbrOutWithoutANamespace() {
        var gone = TeardownCalls.withoutNamespace(call);

        assertThat(gone.netns()).isEmpty();
        assertThat(gone.network().plugins())
                .extracting(p -> p.path("type").asString(""))
                .containsExactly("bridge");
        assertThat((Object) gone.network().json()).isEqualTo(call.network().json());
    }

    @Test
    void callsTheIpamPluginDirectlyWithTheSameConfiguration() {
        var bridge = call.network().plugins().getFirst();

        var addresses = TeardownCalls.addressesOnly(call, bridge).orElseThrow();

        assertThat((Object) addresses.network().plugins().getFirst())
                .isEqualTo(json("{'type':'host-local','ipMasq':true,'ipam':{'type':'host-local','x':1}}"));
        assertThat(TeardownCalls.addressesOnly(call, call.network().plugins().getLast()))
                .isEmpty();
    }

    @Test
    void knowsThatHostDeviceForgetsItsAddress() {
        var hostDevice = plugins("[{'type':'host-device'}]").plugins().getFirst();

        assertThat(TeardownCalls.forgetsAddressWithoutNamespace(hostDevice)).isTrue();
        assertThat(TeardownCalls.forgetsAddressWithoutNamespace(
                        call.network().plugins().getFirst()))
                .isFalse();
    }

    /** The plugins' own way of naming; a chain and a comment as they were seen in a firewall. */
    @Test
    void namesTheMasqueradingRulesAsThePluginsDo() {
        assertThat(MasqueradeRules.chain(call)).hasSize(28).startsWith("CNI-");
        assertThat(MasqueradeRules.comment(call)).isEqualTo("name: \"net\" id: \"id\"");
        assertThat(MasqueradeRules.areMadeBy(call.network().plugins().getFirst()))
                .isTrue();
    }

    @Test
    void tellsTheDefaultRoutesThatTheInterfaceReallyCarries() {
        var result = ResultCodec.parse(
                json("{'routes':[{'dst':'0.0.0.0/0','gw':'10.0.0.1'},{'dst':'10.9.0.0/16'}]}"), "1.0.0");

        assertThat(destinations(result, "[{'name':'n'}]")).containsExactly("10.9.0.0/16");
        assertThat(destinations(result, "[{'name':'n','default-route':[]}]"))
                .containsExactly("0.0.0.0/0", "10.9.0.0/16");
        assertThat(destinations(result, "[{'name':'n','default-route':['10.0.0.7','fd00::1']}]"))
                .containsExactly("10.9.0.0/16", "0.0.0.0/0", "::/0");
    }

    private static List<String> destinations(CniResult result, String elements) {
        var parsed = (ParsedSelections.Valid) NetworkSelections.parse(elements.replace('\'', '"'), "default");
        return ResultRoutes.asArranged(result, parsed.elements().getFirst().request()).routes().stream()
                .map(CniResult.Route::destination)
                .toList();
    }
}

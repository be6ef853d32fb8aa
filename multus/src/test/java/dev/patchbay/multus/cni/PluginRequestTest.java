package dev.patchbay.multus.cni;

import static dev.patchbay.multus.TestConfigs.json;
import static dev.patchbay.multus.TestConfigs.list;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PluginRequestTest {

    private final NetworkConfigList network = list("""
            {'cniVersion':'0.4.0','name':'net','plugins':[{'type':'bridge','name':'own','cniVersion':'0.1.0','mtu':1400,
             'capabilities':{'ips':true,'mac':false},'prevResult':{'forged':1},'runtimeConfig':{'deviceID':'x'},
             'cni.dev/valid-attachments':[]}]}""");

    @Test
    void givesThePluginTheListsNameAndVersionAndWhatTheRuntimeAloneMaySay() {
        var config = PluginRequest.config(
                network,
                network.plugins().getFirst(),
                Optional.empty(),
                Map.of("ips", json("['10.0.0.1/24']"), "mac", json("'02:00:00:00:00:01'"), "bandwidth", json("{}")));

        assertThat((Object) config).isEqualTo(json("""
                        {'type':'bridge','name':'net','cniVersion':'0.4.0','mtu':1400,
                         'capabilities':{'ips':true,'mac':false},'runtimeConfig':{'ips':['10.0.0.1/24']}}"""));
    }

    @Test
    void leavesTheConfigurationOfTheListAsItIs() {
        var before = network.plugins().getFirst().deepCopy();

        PluginRequest.config(network, network.plugins().getFirst(), Optional.of(CniResult.EMPTY), Map.of());

        assertThat((Object) network.plugins().getFirst()).isEqualTo(before);
    }

    @Test
    void writesThePreviousResultInTheListsVersion() {
        var result = ResultCodec.parse(
                json(
                        "{'cniVersion':'1.0.0','ips':[{'address':'10.0.0.5/24','interface':0}],'interfaces':[{'name':'net1','sandbox':'/n'}]}"),
                "1.0.0");

        var config = PluginRequest.config(network, network.plugins().getFirst(), Optional.of(result), Map.of());

        assertThat(config.path("prevResult").path("cniVersion").asString("")).isEqualTo("0.4.0");
        assertThat(config.path("prevResult").path("ips").path(0).path("version").asString(""))
                .isEqualTo("4");
    }

    @Test
    void namesTheValidAttachmentsByBothKeysAtGc() {
        var config = PluginRequest.gcConfig(
                network, network.plugins().getFirst(), List.of(new ValidAttachment("id", "net1")));

        assertThat((Object) config.path("cni.dev/valid-attachments"))
                .isEqualTo(json("[{'containerID':'id','ifname':'net1'}]"))
                .isEqualTo(config.path("cni.dev/attachments"));
    }
}

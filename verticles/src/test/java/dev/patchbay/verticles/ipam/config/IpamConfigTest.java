package dev.patchbay.verticles.ipam.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.multus.json.ExactJson;
import dev.patchbay.verticles.ipam.config.IpamConfig.Source;
import inet.ipaddr.IPAddressSeqRange;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What is read from sections that are right. */
class IpamConfigTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'pool':'storage'             | [storage]
            'pools':['storage']          | [storage]
            'pools':['v6','v4']          | [v6, v4]
            'pool':'a','pools':null      | [a]
            """)
    void readsNamedPools(String keys, String names) throws Exception {
        assertThat(((Source.Pools) parse(keys).source()).names()).hasToString(names);
    }

    /** A range is written as: first-last/prefix, minus its excludes, gw its gateway. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'range':'10.0.0.0/24'                                              | 10.0.0.0-10.0.0.255/24
            'range':'192.168.2.225/28'                                         | 192.168.2.224-192.168.2.239/28
            'range':'10.0.0.0/31'                                              | 10.0.0.0-10.0.0.1/31
            'range':'10.0.0.7/32'                                              | 10.0.0.7-10.0.0.7/32
            'range':'10.0.0.10-10.0.0.20/24'                                   | 10.0.0.10-10.0.0.20/24
            'range':'10.0.0.10-10.0.0.10/24'                                   | 10.0.0.10-10.0.0.10/24
            'range':'FD00::1:0-fd00:0:0:0::1:ff/64'                            | fd00::1:0-fd00::1:ff/64
            'range':'10.0.0.0/24','range_start':'10.0.0.9'                     | 10.0.0.9-10.0.0.255/24
            'range':'10.0.0.0/24','range_end':'10.0.0.9'                       | 10.0.0.0-10.0.0.9/24
            'range':'10.0.0.0/24','range_start':'10.0.0.9','range_end':'10.0.0.9' | 10.0.0.9-10.0.0.9/24
            'range':'10.0.0.0/24','range_start':'','range_end':null,'gateway':'' | 10.0.0.0-10.0.0.255/24
            'range':'10.0.0.0/24','exclude':['10.0.0.5','10.0.0.9/30']         | 10.0.0.0-10.0.0.255/24 minus 10.0.0.5 10.0.0.8-10.0.0.11
            'range':'10.0.0.0/24','exclude':['10.0.0.5-10.0.0.9','10.0.0.7-10.0.0.7'] | 10.0.0.0-10.0.0.255/24 minus 10.0.0.5-10.0.0.9 10.0.0.7
            'range':'fd00::/64','exclude':['fd00::1-fd00::1:0']                | fd00::-fd00::ffff:ffff:ffff:ffff/64 minus fd00::1-fd00::1:0
            'range':'10.0.0.0/24','range_start':'10.0.0.9','exclude':['10.0.0.1'] | 10.0.0.9-10.0.0.255/24 minus 10.0.0.1
            'range':'10.0.0.0/24','gateway':'10.0.0.1'                         | 10.0.0.0-10.0.0.255/24 gw 10.0.0.1
            'range':'10.0.0.0/24','gateway':'169.254.1.1'                      | 10.0.0.0-10.0.0.255/24 gw 169.254.1.1
            'range':'fd00::/64','gateway':'fe80::1'                            | fd00::-fd00::ffff:ffff:ffff:ffff/64 gw fe80::1
            'ipRanges':[{'range':'10.0.0.0/24'},{'range':'fd00::/120'}],'gateway':'10.0.0.1' | 10.0.0.0-10.0.0.255/24 gw 10.0.0.1 ; fd00::-fd00::ff/120
            'ipRanges':[{'range':'10.0.0.0/24','gateway':'10.0.0.1'},{'range':'fd00::/120','gateway':'fd00::1'}] | 10.0.0.0-10.0.0.255/24 gw 10.0.0.1 ; fd00::-fd00::ff/120 gw fd00::1
            'ipRanges':[{'range':'10.0.0.0/24','gateway':'10.0.0.1'},{'range':'fd00::/120'}],'gateway':'fe80::1' | 10.0.0.0-10.0.0.255/24 gw 10.0.0.1 ; fd00::-fd00::ff/120 gw fe80::1
            'range':'10.0.0.0/24','ipRanges':[{'range':'10.0.1.0/24'}]         | 10.0.0.0-10.0.0.255/24 ; 10.0.1.0-10.0.1.255/24
            'ipRanges':[{'range':'10.0.0.1-10.0.0.9/24'},{'range':'10.0.0.10-10.0.0.19/24'}] | 10.0.0.1-10.0.0.9/24 ; 10.0.0.10-10.0.0.19/24
            'ipRanges':[{'range':'10.0.0.0/24','range_start':'10.0.0.9','range_end':'10.0.0.12','exclude':['10.0.0.10']}] | 10.0.0.9-10.0.0.12/24 minus 10.0.0.10
            """)
    void readsRangesByWhereaboutsKeys(String keys, String slots) throws Exception {
        assertThat(slots(parse(keys))).isEqualTo(slots);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'subnet':'10.0.0.0/24'                                             | 10.0.0.0-10.0.0.255/24 gw 10.0.0.1
            'subnet':'10.0.0.128/25'                                           | 10.0.0.128-10.0.0.255/25 gw 10.0.0.129
            'subnet':'10.0.0.0/30'                                             | 10.0.0.0-10.0.0.3/30 gw 10.0.0.1
            'subnet':'10.0.0.0/31'                                             | 10.0.0.0-10.0.0.1/31
            'subnet':'10.0.0.1/32'                                             | 10.0.0.1-10.0.0.1/32
            'subnet':'10.0.0.0/24','rangeStart':'10.0.0.9','rangeEnd':'10.0.0.12','gateway':'10.0.0.254' | 10.0.0.9-10.0.0.12/24 gw 10.0.0.254
            'ranges':[[{'subnet':'10.0.0.0/24'}],[{'subnet':'fd00::/120'}]]    | 10.0.0.0-10.0.0.255/24 gw 10.0.0.1 ; fd00::-fd00::ff/120 gw fd00::1
            'ranges':[[{'subnet':'10.0.0.0/24'},{'subnet':'10.0.2.0/24','gateway':'10.0.2.2'}]] | 10.0.0.0-10.0.0.255/24 gw 10.0.0.1 or 10.0.2.0-10.0.2.255/24 gw 10.0.2.2
            'subnet':'10.0.0.0/24','ranges':[[{'subnet':'fd00::/120','rangeStart':'fd00::9'}]] | 10.0.0.0-10.0.0.255/24 gw 10.0.0.1 ; fd00::9-fd00::ff/120 gw fd00::1
            'subnet':'10.0.0.0/24','dataDir':'/var/lib/cni/networks','resolvConf':'' | 10.0.0.0-10.0.0.255/24 gw 10.0.0.1
            """)
    void readsRangesByHostLocalsKeys(String keys, String slots) throws Exception {
        assertThat(slots(parse(keys))).isEqualTo(slots);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'log_file':'/tmp/whereabouts.log','log_level':'debug'
            'kubernetes':{'kubeconfig':'/etc/cni/net.d/whereabouts.d/whereabouts.kubeconfig'},'configuration_path':'/etc'
            'leader_lease_duration':1500,'leader_renew_deadline':1000,'leader_retry_period':500
            'datastore':'kubernetes','etcd_host':'localhost','sleep_for_race':1,'reconciler_cron_expression':'30 4 * * *'
            'node_slice_size':'/26','enable_overlapping_ranges':true,'addresses':[]
            """)
    void letsWhereaboutsBookkeepingStand(String keys) throws Exception {
        assertThat(slots(parse("'range':'10.0.0.0/24'," + keys))).isEqualTo("10.0.0.0-10.0.0.255/24");
    }

    @Test
    void keepsTheParts() throws Exception {
        var range = ((Source.Inline) parse("'range':'10.0.0.64/26','range_start':'10.0.0.70'")
                        .source())
                .slots()
                .getFirst()
                .alternatives()
                .getFirst();

        assertThat(range.subnet().toCanonicalString()).isEqualTo("10.0.0.64/26");
        assertThat(range.prefixLength()).isEqualTo(26);
        assertThat(range.first().orElseThrow().toCanonicalString()).isEqualTo("10.0.0.70");
        assertThat(range.last()).isEmpty();
    }

    @Test
    void putsAddressesIntoTheDomainThatIsNamed() throws Exception {
        assertThat(domain("'range':'10.0.0.0/24'")).isEqualTo("default");
        assertThat(domain("'range':'10.0.0.0/24','network_name':'vlan-7'")).isEqualTo("vlan-7");
        assertThat(domain("'subnet':'10.0.0.0/24','network_name':'vlan-7'")).isEqualTo("vlan-7");
    }

    private static String domain(String keys) throws IpamConfigException {
        return ((Source.Inline) parse(keys).source()).domain();
    }

    @Test
    void derivesMacAddressesOnlyWhereAsked() throws Exception {
        assertThat(parse("'pool':'a'").macFromIp()).isFalse();
        assertThat(parse("'pool':'a','macFromIP':false").macFromIp()).isFalse();
        assertThat(parse("'pool':'a','macFromIP':true").macFromIp()).isTrue();
        assertThat(parse("'range':'10.0.0.0/24','macFromIP':true").macFromIp()).isTrue();
    }

    @Test
    void keepsRoutesAndDnsForTheResult() throws Exception {
        var config = parse("""
                'pool':'a',
                'routes':[{'dst':'0.0.0.0/0'},{'dst':'FD00::0/8','gw':'fd00::0:1','mtu':1400,'table':100}],
                'dns':{'nameservers':['10.0.0.53','FD00::53'],'domain':'example.org','search':['a.org','b.org'],'options':['ndots:2']}
                """);

        assertThat(config.routes())
                .extracting(route -> route.destination() + " " + route.gateway().orElse("-") + " " + route.extras())
                .containsExactly("0.0.0.0/0 - {}", "fd00::/8 fd00::1 {mtu=1400, table=100}");
        assertThat(config.dns().nameservers()).containsExactly("10.0.0.53", "fd00::53");
        assertThat(config.dns().domain()).contains("example.org");
        assertThat(config.dns().search()).containsExactly("a.org", "b.org");
        assertThat(config.dns().options()).containsExactly("ndots:2");
    }

    @Test
    void hasNoRoutesAndNoDnsWhereNoneAreWritten() throws Exception {
        var config = parse("'pool':'a','dns':{},'routes':[]");

        assertThat(config).isEqualTo(parse("'pool':'a'"));
        assertThat(config.routes()).isEmpty();
        assertThat(config.dns().nameservers()).isEmpty();
    }

    @Test
    void takesALargeSubnetAsItIs() throws Exception {
        assertThat(slots(parse("'range':'2001:db8::/32','exclude':['2001:db8::/33']")))
                .isEqualTo(
                        "2001:db8::-2001:db8:ffff:ffff:ffff:ffff:ffff:ffff/32 minus 2001:db8::-2001:db8:7fff:ffff:ffff:ffff:ffff:ffff");
    }

    private static String slots(IpamConfig config) {
        return ((Source.Inline) config.source())
                .slots().stream().map(IpamConfigTest::text).collect(Collectors.joining(" ; "));
    }

    private static String text(Slot slot) {
        return slot.alternatives().stream().map(IpamConfigTest::text).collect(Collectors.joining(" or "));
    }

    private static String text(AddressRange range) {
        var excludes =
                range.excludes().stream().map(exclude -> " " + text(exclude)).collect(Collectors.joining());
        return range
                + (excludes.isEmpty() ? "" : " minus" + excludes)
                + range.gateway()
                        .map(gateway -> " gw " + gateway.toCanonicalString())
                        .orElse("");
    }

    private static String text(IPAddressSeqRange exclude) {
        var first = exclude.getLower().withoutPrefixLength().toCanonicalString();
        var last = exclude.getUpper().withoutPrefixLength().toCanonicalString();
        return first.equals(last) ? first : first + "-" + last;
    }

    static IpamConfig parse(String keys) throws IpamConfigException {
        return IpamConfig.parse(network("{'type':'patchbay'," + keys + "}"));
    }

    /** Returns a configuration with this section; the quotes are single ones. */
    static JsonNode network(String ipam) {
        try {
            return ExactJson.MAPPER.readTree("{'cniVersion':'1.0.0','name':'net','type':'bridge','ipam':%s}"
                    .formatted(ipam)
                    .replace('\'', '"'));
        } catch (JacksonException e) {
            throw new AssertionError(e);
        }
    }
}

package dev.patchbay.verticles.ipam.config;

import static dev.patchbay.verticles.ipam.config.IpamConfigTest.network;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Sections that are wrong: each is refused by the place, the value and the rule. */
class IpamConfigRefusalsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'pool':7                                   | ipam.pool: 7 is not a string
            'pool':'Storage'                           | ipam.pool: "Storage" is not a pool's name
            'pool':'-a'                                | ipam.pool: "-a" is not a pool's name
            'pool':'a/b'                               | ipam.pool: "a/b" is not a pool's name
            'pools':[]                                 | ipam.pools: is empty
            'pools':'a'                                | ipam.pools: "a" is not a list
            'pools':['a',1]                            | ipam.pools[1]: 1 is not a string
            'pools':['a','b','a']                      | ipam.pools[2]: "a" is named twice
            'pool':'a','pools':['b']                   | ipam.pools: stands beside ipam.pool
            'pool':'a','gateway':'10.0.0.1'            | ipam.gateway: "10.0.0.1" stands at an unknown key; the keys here are dns, macFromIP, pool, pools, routes, type
            'pool':'a','network_name':'b'              | ipam.network_name: "b" stands at an unknown key
            'pool':'a','log_file':''                   | ipam.log_file: "" stands at an unknown key
            'pool':'a','macFromIp':true                | ipam.macFromIp: true stands at an unknown key; write macFromIP
            'pool':'a','macFromIP':'true'              | ipam.macFromIP: "true" is not true or false
            """)
    void refusesAPool(String keys, String message) {
        assertRefused(keys, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'range':'10.0.0.0'                         | ipam.range: "10.0.0.0" is not a subnet
            'range':'10.0.0.0/33'                      | ipam.range: "10.0.0.0/33" is not a subnet
            'range':'10.0.0.00/24'                     | ipam.range: "10.0.0.00/24" is not a subnet
            'range':'10.0.0/24'                        | ipam.range: "10.0.0/24" is not a subnet
            'range':'10.0.0.*/24'                      | ipam.range: "10.0.0.*/24" is not a subnet
            'range':'10.0.0.0/255.255.255.0'           | ipam.range: "10.0.0.0/255.255.255.0" is not a subnet
            'range':'::ffff:10.0.0.0/120'              | ipam.range: "::ffff:10.0.0.0/120" is not a subnet
            'range':' 10.0.0.0/24'                     | ipam.range: " 10.0.0.0/24" is not a subnet
            'range':['10.0.0.0/24']                    | ipam.range: ["10.0.0.0/24"] is not a string
            'range':'0.0.0.0/0'                        | ipam.range: "0.0.0.0/0" has addresses that no interface can use, in 0.0.0.0/8
            'range':'127.0.0.0/16'                     | ipam.range: "127.0.0.0/16" has addresses that no interface can use
            'range':'239.1.0.0/16'                     | ipam.range: "239.1.0.0/16" has addresses that no interface can use
            'range':'ff02::/64'                        | ipam.range: "ff02::/64" has addresses that no interface can use
            'range':'10.0.0.1-10.0.0.9'                | ipam.range: "10.0.0.1-10.0.0.9" is not a subnet
            'range':'10.0.0.9-10.0.0.1/24'             | ipam.range: "10.0.0.1" makes the range end at 10.0.0.1, before its start at 10.0.0.9
            'range':'10.0.1.1-10.0.0.9/24'             | ipam.range: "10.0.1.1" is outside of the subnet 10.0.0.0/24
            'range':'fd00::1-10.0.0.9/24'              | ipam.range: "fd00::1" is outside of the subnet 10.0.0.0/24
            'range':'10.0.0.1-10.0.0.9-10.0.0.10/24'   | ipam.range: "10.0.0.1-10.0.0.9-10.0.0.10/24" is not a subnet
            'range':'10.0.0.1-10.0.0.9/24','range_end':'10.0.0.5' | ipam.range_end: stands beside a range with both ends
            'range':'10.0.0.0/24','range_start':'10.0.1.1' | ipam.range_start: "10.0.1.1" is outside of the subnet 10.0.0.0/24
            'range':'10.0.0.0/24','range_start':'10.0.0.1/24' | ipam.range_start: "10.0.0.1/24" is not an IP address
            'range':'10.0.0.0/24','range_end':'fd00::1' | ipam.range_end: "fd00::1" is outside of the subnet 10.0.0.0/24
            'range':'10.0.0.0/24','range_start':'10.0.0.9','range_end':'10.0.0.8' | ipam.range_end: "10.0.0.8" makes the range end at 10.0.0.8, before its start at 10.0.0.9
            'range':'10.0.0.0/24','exclude':'10.0.0.1' | ipam.exclude: "10.0.0.1" is not a list
            'range':'10.0.0.0/24','exclude':['10.0.0.1','x'] | ipam.exclude[1]: "x" is not an IP address
            'range':'10.0.0.0/24','exclude':['10.0.1.1'] | ipam.exclude[0]: "10.0.1.1" is not within the subnet 10.0.0.0/24
            'range':'10.0.0.0/24','exclude':['fd00::1'] | ipam.exclude[0]: "fd00::1" is not within the subnet 10.0.0.0/24
            'range':'10.0.0.0/24','exclude':['10.0.0.0/16'] | ipam.exclude[0]: "10.0.0.0/16" leaves no address of the range 10.0.0.0-10.0.0.255/24
            'range':'10.0.0.0/24','exclude':['10.0.0.9-10.0.0.3'] | ipam.exclude[0]: "10.0.0.9-10.0.0.3" is not a first address and a last one of the same family
            'range':'10.0.0.0/24','exclude':['10.0.0.9-fd00::1'] | ipam.exclude[0]: "10.0.0.9-fd00::1" is not a first address and a last one of the same family
            'range':'10.0.0.0/24','exclude':['10.0.0.9-']    | ipam.exclude[0]: "" is not an IP address
            'range':'10.0.0.0/24','exclude':['10.0.0.9-10.0.1.3'] | ipam.exclude[0]: "10.0.0.9-10.0.1.3" is not within the subnet 10.0.0.0/24
            'range':'10.0.0.8-10.0.0.15/24','exclude':['10.0.0.8/29'] | ipam.exclude[0]: "10.0.0.8/29" leaves no address
            'range':'10.0.0.0/24','gateway':'10.0.1.1' | ipam.gateway: "10.0.1.1" is in the subnet of no range
            'range':'10.0.0.0/24','gateway':'fe80::1'  | ipam.gateway: "fe80::1" is in the subnet of no range
            'range':'10.0.0.0/24','gateway':'me'       | ipam.gateway: "me" is not an IP address
            'ipRanges':[{'range':'10.0.0.0/24','gateway':'10.0.0.1'}],'gateway':'10.0.0.2' | ipam.gateway: "10.0.0.2" is in the subnet of no range that lacks a gateway
            'ipRanges':[{'range':'10.0.0.0/24','gateway':'10.0.1.1'}] | ipam.ipRanges[0].gateway: "10.0.1.1" is neither in the subnet 10.0.0.0/24 nor link-local
            'range_start':'10.0.0.1'                   | ipam.range_start: belongs to ipam.range, which is missing
            'exclude':[],'ipRanges':[{'range':'10.0.0.0/24'}] | ipam.exclude: belongs to ipam.range, which is missing
            'ipRanges':[]                              | ipam.ipRanges: has no range
            'ipRanges':{}                              | ipam.ipRanges: {} is not a list
            'ipRanges':['10.0.0.0/24']                 | ipam.ipRanges[0]: "10.0.0.0/24" is not an object
            'ipRanges':[{'range':'10.0.0.0/24'},{}]    | ipam.ipRanges[1].range: is missing
            'ipRanges':[{'range':'10.0.0.0/24','omit':1}] | ipam.ipRanges[0].omit: 1 stands at an unknown key; the keys here are exclude, gateway, range, range_end, range_start
            'ipRanges':[{'range':'10.0.0.0/24','rangeStart':'10.0.0.1'}] | ipam.ipRanges[0].rangeStart: "10.0.0.1" stands at an unknown key; write range_start
            'range':'10.0.0.0/24','ipRanges':[{'range':'10.0.0.128/25'}] | ipam.ipRanges[0].range: the range 10.0.0.128-10.0.0.255/25 overlaps 10.0.0.0-10.0.0.255/24 of ipam.range
            'ipRanges':[{'range':'10.0.0.1-10.0.0.9/24'},{'range':'10.0.0.9-10.0.0.19/24'}] | ipam.ipRanges[1].range: the range 10.0.0.9-10.0.0.19/24 overlaps
            'range':'10.0.0.0/24','network_name':'Net' | ipam.network_name: "Net" is not a network_name
            'range':'10.0.0.0/24','network_name':'a.b' | ipam.network_name: "a.b" is not a network_name
            'range':'10.0.0.0/24','enable_overlapping_ranges':false | ipam.enable_overlapping_ranges: false is not supported
            'range':'10.0.0.0/24','enable_overlapping_ranges':'no' | ipam.enable_overlapping_ranges: "no" is not true or false
            'range':'10.0.0.0/24','addresses':[{'address':'10.0.0.1/24'}] | ipam.addresses: is not supported
            'range':'10.0.0.0/24','range-start':'10.0.0.1' | ipam.range-start: "10.0.0.1" stands at an unknown key; the keys here are
            """)
    void refusesWhereaboutsKeys(String keys, String message) {
        assertRefused(keys, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'subnet':'10.0.0.7/24'                     | ipam.subnet: "10.0.0.7/24" has bits set after its prefix length; write 10.0.0.0/24
            'subnet':'10.0.0.0'                        | ipam.subnet: "10.0.0.0" is not a subnet
            'subnet':'10.0.0.0/24','rangeStart':'10.0.1.0' | ipam.rangeStart: "10.0.1.0" is outside of the subnet 10.0.0.0/24
            'subnet':'10.0.0.0/24','rangeStart':'10.0.0.2','rangeEnd':'10.0.0.1' | ipam.rangeEnd: "10.0.0.1" makes the range end at 10.0.0.1, before
            'subnet':'10.0.0.0/24','gateway':'10.0.1.1' | ipam.gateway: "10.0.1.1" is neither in the subnet 10.0.0.0/24 nor link-local
            'subnet':'10.0.0.0/24','gateway':'fd00::1' | ipam.gateway: "fd00::1" is neither in the subnet
            'rangeEnd':'10.0.0.1'                      | ipam.rangeEnd: belongs to ipam.subnet, which is missing
            'ranges':[[{'subnet':'10.0.0.0/24'}]],'gateway':'10.0.0.1' | ipam.gateway: belongs to ipam.subnet, which is missing
            'ranges':[]                                | ipam.ranges: has no range
            'ranges':[[]]                              | ipam.ranges[0]: is empty
            'ranges':[{'subnet':'10.0.0.0/24'}]        | ipam.ranges[0]: {"subnet":"10.0.0.0/24"} is not a list
            'ranges':[['10.0.0.0/24']]                 | ipam.ranges[0][0]: "10.0.0.0/24" is not an object
            'ranges':[[{'rangeStart':'10.0.0.1'}]]     | ipam.ranges[0][0].subnet: is missing
            'ranges':[[{'subnet':'10.0.0.0/24','range_start':'10.0.0.1'}]] | ipam.ranges[0][0].range_start: "10.0.0.1" stands at an unknown key; write rangeStart
            'ranges':[[{'subnet':'10.0.0.0/24'},{'subnet':'fd00::/64'}]] | ipam.ranges[0][1].subnet: the range fd00::-fd00::ffff:ffff:ffff:ffff/64 is not of the family of 10.0.0.0-10.0.0.255/24
            'ranges':[[{'subnet':'10.0.0.0/24'},{'subnet':'10.0.0.0/25'}]] | ipam.ranges[0][1].subnet: the range 10.0.0.0-10.0.0.127/25 overlaps
            'ranges':[[{'subnet':'10.0.0.0/24'}],[{'subnet':'10.0.0.0/25'}]] | ipam.ranges[1][0].subnet: the range 10.0.0.0-10.0.0.127/25 overlaps 10.0.0.0-10.0.0.255/24 of ipam.ranges[0][0].subnet
            'subnet':'10.0.0.0/24','resolvConf':'/etc/resolv.conf' | ipam.resolvConf: is not supported
            'subnet':'10.0.0.0/24','log_file':'/tmp/a' | ipam.log_file: "/tmp/a" stands at an unknown key
            """)
    void refusesHostLocalsKeys(String keys, String message) {
        assertRefused(keys, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'macFromIP':true                           | ipam: says nothing about addresses
            'gateway':'10.0.0.1'                       | ipam: says nothing about addresses
            'pool':''                                  | ipam: says nothing about addresses
            'pool':'a','range':'10.0.0.0/24'           | ipam: has keys of different forms, ipam.pool (a named pool) and ipam.range (whereabouts); keep to pool, pools, or exclude, ipRanges,
            'pool':'a','ranges':[]                     | ipam: has keys of different forms, ipam.pool (a named pool) and ipam.ranges (host-local)
            'range':'10.0.0.0/24','subnet':'10.0.0.0/24' | ipam: has keys of different forms, ipam.range (whereabouts) and ipam.subnet (host-local)
            'range':'10.0.0.0/24','rangeStart':'10.0.0.1' | ipam: has keys of different forms, ipam.range (whereabouts) and ipam.rangeStart (host-local)
            """)
    void refusesASectionOfNoFormOrOfTwo(String keys, String message) {
        assertRefused(keys, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            'routes':{}                                | ipam.routes: {} is not a list
            'routes':['10.0.0.0/8']                    | ipam.routes[0]: "10.0.0.0/8" is not an object
            'routes':[{}]                              | ipam.routes[0].dst: is missing
            'routes':[{'dst':'10.0.0.1'}]              | ipam.routes[0].dst: "10.0.0.1" is not a subnet
            'routes':[{'dst':'10.0.0.1/8'}]            | ipam.routes[0].dst: "10.0.0.1/8" has bits set after its prefix length; write 10.0.0.0/8
            'routes':[{'dst':'10.0.0.0/8','gw':'me'}]  | ipam.routes[0].gw: "me" is not an IP address
            'routes':[{'dst':'10.0.0.0/8','gw':'::1'}] | ipam.routes[0].gw: "::1" is not of the family of its route's dst
            'routes':[{'dst':'10.0.0.0/8','mtu':-1}]   | ipam.routes[0].mtu: -1 is not a whole number from 0 on
            'routes':[{'dst':'10.0.0.0/8','mtu':99999999999}] | ipam.routes[0].mtu: 99999999999 is not a whole number
            'routes':[{'dst':'10.0.0.0/8','via':'10.0.0.1'}] | ipam.routes[0].via: "10.0.0.1" stands at an unknown key
            'dns':[]                                   | ipam.dns: [] is not an object
            'dns':{'nameservers':'10.0.0.1'}           | ipam.dns.nameservers: "10.0.0.1" is not a list
            'dns':{'nameservers':['dns.org']}          | ipam.dns.nameservers[0]: "dns.org" is not an IP address
            'dns':{'search':[1]}                       | ipam.dns.search[0]: 1 is not a string
            'dns':{'servers':[]}                       | ipam.dns.servers: [] stands at an unknown key
            """)
    void refusesRoutesAndDns(String keys, String message) {
        assertRefused("'pool':'a'," + keys, message);
    }

    @Test
    void refusesANetworkWithoutASectionForPatchbay() {
        assertThat(refusal(JsonNodeFactory.instance.objectNode())).startsWith("ipam: ");
        assertThat(refusal(network("[]"))).isEqualTo("ipam: [] is not an object; write {...}");
        assertThat(refusal(network("{'pool':'a'}"))).startsWith("ipam.type: ").endsWith("is not \"patchbay\"");
        assertThat(refusal(network("{'type':'whereabouts','pool':'a'}")))
                .isEqualTo("ipam.type: \"whereabouts\" is not \"patchbay\"");
    }

    @Test
    void refusesRangesFromTheRuntime() {
        var network = (ObjectNode) network("{'type':'patchbay','subnet':'10.0.0.0/24'}");
        network.putObject("runtimeConfig").putArray("ipRanges").addArray();

        assertThat(refusal(network)).startsWith("runtimeConfig.ipRanges: [[]] is not supported");
    }

    @Test
    void boundsTheWork() {
        assertRefused(
                "'ipRanges':[" + list(65, "{'range':'10.0.%d.0/24'}") + "]", "ipam.ipRanges: has more than 64 ranges");
        assertRefused(
                "'range':'10.0.0.0/16','exclude':[" + list(257, "'10.0.1.%d'") + "]",
                "ipam.range: \"10.0.0.0/16\" has more than 256 excludes");
    }

    private static String list(int size, String item) {
        return IntStream.range(0, size).mapToObj(item::formatted).collect(Collectors.joining(","));
    }

    /** A stranger's text comes out printable and bounded. */
    @Property(tries = 200)
    void namesWhatItRefusesWithinBounds(@ForAll String text) {
        var network = (ObjectNode) network("{'type':'patchbay'}");
        ((ObjectNode) network.path("ipam")).put("range", "10.0.0.0/24").put(text, text);

        var error = catchThrowableOfType(IpamConfigException.class, () -> IpamConfig.parse(network));

        if (error != null) {
            assertThat(error.getMessage()).hasSizeLessThan(1200).doesNotContain("\n", "\r", "\u001b");
        }
    }

    private static void assertRefused(String keys, String message) {
        assertThat(refusal(network("{'type':'patchbay'," + keys + "}"))).startsWith(message);
    }

    private static String refusal(JsonNode network) {
        var error = catchThrowableOfType(IpamConfigException.class, () -> IpamConfig.parse(network));
        assertThat(error).as("nothing is refused in %s", network).isNotNull();
        return error.getMessage();
    }
}

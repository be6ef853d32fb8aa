package dev.patchbay.verticles.ipam.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.patchbay.verticles.ipam.address.Address;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class PoolTest {

    private static final JsonMapper MAPPER = new JsonMapper();

    @Test
    void givesOneAddressOfEachRange() throws PoolException {
        var pool = parse("""
                {'ranges': [{'cidr': '10.0.0.0/24', 'first': '10.0.0.10', 'last': '10.0.0.19', 'gateway': '10.0.0.1',
                             'exclude': ['10.0.0.11', '10.0.0.12/31', '10.0.0.15-10.0.0.17']},
                            {'cidr': 'fd00::/64'}],
                 'domain': 'tenant-a', 'reuseDelay': '5m', 'namespaces': ['a', 'b'],
                 'routes': [{'dst': '0.0.0.0/0', 'gw': '10.0.0.1'}], 'dns': {'nameservers': ['10.0.0.53']}}""");

        var slots = pool.supply().slots();
        assertThat(slots)
                .extracting(slot -> slot.windows().getFirst().size().bitLength())
                .containsExactly(3, 64);
        assertThat(slots.getFirst().windows().getFirst().usable().spans())
                .hasToString("[10.0.0.10, 10.0.0.14, 10.0.0.18-10.0.0.19]");
        assertThat(slots.getFirst().ranges().getFirst().gateway()).contains(Address.parse("10.0.0.1"));
        assertThat(slots).allSatisfy(slot -> {
            assertThat(slot.pool()).isEqualTo("p");
            assertThat(slot.domain()).isEqualTo("tenant-a");
            assertThat(slot.reuseDelay()).isEqualTo(Duration.ofMinutes(5));
        });
        assertThat(pool.supply().routes()).hasSize(1);
        assertThat(pool.supply().dns().nameservers()).containsExactly("10.0.0.53");
        assertThat(pool.namespaces()).containsExactly("a", "b");
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '~', textBlock = """
            {'ranges':[{'cidr':'10.0.0.0/24'}]}
            ~{'ranges':[{'cidr':'10.0.0.0/24','first':null}],'domain':null,'reuseDelay':null,'namespaces':null}~
            ~{'ranges':[{'cidr':'10.0.0.0/24'}],'domain':'','reuseDelay':'','namespaces':[]}~
            """)
    void hasDefaults(String spec) throws PoolException {
        var pool = parse(spec);

        assertThat(pool.supply().slots().getFirst().domain()).isEqualTo("default");
        assertThat(pool.supply().slots().getFirst().reuseDelay()).isEqualTo(Duration.ofSeconds(60));
        assertThatCode(() -> pool.requireNamespace(Optional.of("any"))).doesNotThrowAnyException();
        assertThatCode(() -> pool.requireNamespace(Optional.empty())).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            null                                                       | spec.ranges: has no range
            7                                                          | spec.ranges: has no range
            {}                                                         | spec.ranges: has no range
            {'ranges':[]}                                              | spec.ranges: has no range
            {'ranges':7}                                               | spec.ranges is no list
            {'ranges':{'a':{'cidr':'10.0.0.0/24'}}}                    | spec.ranges is no list
            {'ranges':[7]}                                             | spec.ranges[0].cidr: is missing
            {'ranges':[{}]}                                            | spec.ranges[0].cidr: is missing
            {'ranges':[{'cidr':7}]}                                    | spec.ranges[0].cidr: 7 is not a string
            {'ranges':[{'cidr':'10.0.0.0'}]}                           | spec.ranges[0].cidr: "10.0.0.0" is not a subnet
            {'ranges':[{'cidr':'127.0.0.0/24'}]}                       | spec.ranges[0].cidr: "127.0.0.0/24" has addresses that no interface can use
            {'ranges':[{'cidr':'10.0.0.1-10.0.0.9/24'}]}               | spec.ranges[0].cidr is no subnet; write one, and the ends of the range as first and last
            {'ranges':[{'range':'10.0.0.0/24'}]}                       | spec.ranges[0].range is not known
            {'ranges':[{'cidr':'10.0.0.0/24','first':'10.0.1.1'}]}     | spec.ranges[0].first: "10.0.1.1" is outside of the subnet 10.0.0.0/24
            {'ranges':[{'cidr':'10.0.0.0/24','last':'fd00::1'}]}       | spec.ranges[0].last: "fd00::1" is outside of the subnet 10.0.0.0/24
            {'ranges':[{'cidr':'10.0.0.0/24','first':'10.0.0.9','last':'10.0.0.3'}]} | spec.ranges[0].last: "10.0.0.3" makes the range end at 10.0.0.3, before its start
            {'ranges':[{'cidr':'10.0.0.0/24','gateway':'10.9.0.1'}]}   | spec.ranges[0].gateway: "10.9.0.1" is neither in the subnet
            {'ranges':[{'cidr':'10.0.0.0/24','exclude':'10.0.0.3'}]}   | spec.ranges[0].exclude: "10.0.0.3" is not a list
            {'ranges':[{'cidr':'10.0.0.0/24','exclude':['10.0.0.0/24']}]} | spec.ranges[0].exclude[0]: "10.0.0.0/24" leaves no address
            {'ranges':[{'cidr':'10.0.0.0/24','exclude':['10.0.0.9-10.0.0.3']}]} | spec.ranges[0].exclude[0]: "10.0.0.9-10.0.0.3" is not a first address and a last one
            {'ranges':[{'cidr':'10.0.0.0/24','first':'10.0.0.1','last':'10.0.0.1','gateway':'10.0.0.1'}]} | spec.ranges[0] has no address to give
            {'ranges':[{'cidr':'10.0.0.0/24'},{'cidr':'10.1.0.0/30','exclude':['10.1.0.1','10.1.0.2']}]} | spec.ranges[1] has no address to give
            {'ranges':[{'cidr':'10.0.0.0/24'},{'cidr':'10.0.0.0/25'}]} | spec.ranges[1].cidr: the range 10.0.0.0-10.0.0.127/25 overlaps 10.0.0.0-10.0.0.255/24 of spec.ranges[0].cidr
            {'ranges':[{'cidr':'10.0.0.0/24'}],'domain':'A_b'}         | spec.domain: "A_b" cannot be a domain
            {'ranges':[{'cidr':'10.0.0.0/24'}],'domain':7.5}           | spec.domain is no text
            {'ranges':[{'cidr':'10.0.0.0/24'}],'domain':{}}            | spec.domain is no text
            {'ranges':[{'cidr':'10.0.0.0/24'}],'reuseDelay':60}        | spec.reuseDelay is no text
            {'ranges':[{'cidr':'10.0.0.0/24'}],'reuseDelay':'1 day'}   | spec.reuseDelay "1 day" is no duration such as 60s
            {'ranges':[{'cidr':'10.0.0.0/24'}],'namespaces':'a'}       | spec.namespaces is no list
            {'ranges':[{'cidr':'10.0.0.0/24'}],'namespaces':{'a':'b'}} | spec.namespaces is no list
            {'ranges':[{'cidr':'10.0.0.0/24'}],'namespaces':['a','']}  | spec.namespaces[1] is no name
            {'ranges':[{'cidr':'10.0.0.0/24'}],'namespaces':[{}]}      | spec.namespaces[0] is no name
            {'ranges':[{'cidr':'10.0.0.0/24'}],'routes':[{}]}          | spec.routes[0].dst: is missing
            {'ranges':[{'cidr':'10.0.0.0/24'}],'dns':7}                | spec.dns: 7 is not
            {'ranges':[{'cidr':'10.0.0.0/24'}],'blockSize':26}         | spec.blockSize is not known
            """)
    void refusesWhatContradictsItselfInTheWordsOfThePool(String spec, String message) {
        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(() -> parse(spec))
                .withMessageStartingWith("IPPool \"p\" is not valid: " + message);
    }

    @Test
    void refusesNamespacesThatItIsNotFor() throws PoolException {
        var pool = parse("{'ranges': [{'cidr': '10.0.0.0/24'}], 'namespaces': ['a']}");

        assertThatCode(() -> pool.requireNamespace(Optional.of("a"))).doesNotThrowAnyException();
        assertThatExceptionOfType(PoolException.class)
                .isThrownBy(() -> pool.requireNamespace(Optional.of("b")))
                .withMessage("IPPool \"p\" is not for namespace \"b\", but for a");
        assertThatExceptionOfType(PoolException.class).isThrownBy(() -> pool.requireNamespace(Optional.empty()));
    }

    private static Pool parse(String spec) throws PoolException {
        return Pool.parse("p", MAPPER.readTree(spec.replace('\'', '"')));
    }
}

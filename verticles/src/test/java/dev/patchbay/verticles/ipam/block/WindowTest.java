package dev.patchbay.verticles.ipam.block;

import static dev.patchbay.verticles.ipam.block.Sketch.ip;
import static dev.patchbay.verticles.ipam.block.Sketch.set;
import static dev.patchbay.verticles.ipam.block.Sketch.span;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.patchbay.verticles.ipam.address.Cidr;
import dev.patchbay.verticles.ipam.address.SpanSet;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/24, 10.0.0.1, 254",
        "10.0.0.0/30, 10.0.0.1, 2",
        "10.0.0.0/31, 10.0.0.0, 2",
        "10.0.0.7/32, 10.0.0.7, 1",
        "10.0.0.9/29, 10.0.0.9, 6",
        "2001:db8::/126, 2001:db8::1, 3",
        "2001:db8::/127, 2001:db8::, 2",
        "2001:db8::1/128, 2001:db8::1, 1",
        "2001:db8::/64, 2001:db8::1, 18446744073709551615",
        "10.0.0.0/8, 10.0.0.1, 16777214",
    })
    void leavesOutTheEdgesOfASubnetThatHasThem(String cidr, String first, BigInteger size) {
        var window = Window.of(Cidr.parse(cidr));

        assertThat(window.usable().spans()).hasSize(1);
        assertThat(window.usable().spans().getFirst().first()).isEqualTo(ip(first));
        assertThat(window.size()).isEqualTo(size);
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.9, OUTSIDE_RANGE",
        "10.0.1.0, OUTSIDE_RANGE",
        "2001:db8::1, OUTSIDE_RANGE",
        "10.0.0.10, GATEWAY",
        "10.0.0.20, EXCLUDED",
        "10.0.0.23, EXCLUDED",
        "10.0.0.255, BROADCAST_ADDRESS",
    })
    void saysWhichRuleKeepsAnAddress(String address, Rule rule) {
        var window = Window.of(
                Cidr.parse("10.0.0.0/24"),
                span("10.0.0.10", "10.0.0.255"),
                set("10.0.0.20/30", "192.168.0.0/16"),
                set("10.0.0.10/32", "10.0.0.1/32"));

        assertThat(window.refusal(ip(address))).contains(rule);
        assertThat(window.refusal(ip("10.0.0.24"))).isEmpty();
    }

    @Test
    void saysWhichEdgeAnAddressIs() {
        assertThat(Window.of(Cidr.parse("10.0.0.0/24")).refusal(ip("10.0.0.0"))).contains(Rule.NETWORK_ADDRESS);
        assertThat(Window.of(Cidr.parse("2001:db8::/64")).refusal(ip("2001:db8::")))
                .contains(Rule.SUBNET_ROUTER_ANYCAST);
    }

    @Test
    void maySpareNothing() {
        var window = Window.of(
                Cidr.parse("10.0.0.0/30"), span("10.0.0.0", "10.0.0.3"), set("10.0.0.1/32"), set("10.0.0.2/32"));

        assertThat(window.usable()).isEqualTo(SpanSet.EMPTY);
        assertThat(window.bits(BlockKey.of("default", ip("10.0.0.0")))).isZero();
    }

    @Test
    void refusesARangeThatLeavesItsSubnet() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Window.of(
                        Cidr.parse("10.0.0.0/24"), span("10.0.0.9", "10.0.1.0"), SpanSet.EMPTY, SpanSet.EMPTY))
                .withMessage("10.0.0.9-10.0.1.0 is not inside of 10.0.0.0/24");
        assertThatIllegalArgumentException().isThrownBy(() -> Window.of(Cidr.parse("::/80")));
    }

    @Test
    void showsABlockItsUsableBits() {
        var window = Window.of(Cidr.parse("10.0.0.0/24"), span("10.0.0.0", "10.0.0.255"), set("10.0.0.4/30"), set());

        assertThat(window.bits(BlockKey.of("default", ip("10.0.0.0")))).isEqualTo(-1L & ~0xf1L);
        assertThat(window.bits(BlockKey.of("default", ip("10.0.0.64")))).isEqualTo(-1L);
        assertThat(window.bits(BlockKey.of("default", ip("10.0.0.192")))).isEqualTo(-1L >>> 1);
        assertThat(window.bits(BlockKey.of("default", ip("10.0.1.0")))).isZero();
    }

    @Test
    void isEqualToAnotherOfTheSameDefinition() {
        assertThat(Window.of(Cidr.parse("10.0.0.0/24")))
                .isEqualTo(Window.of(Cidr.parse("10.0.0.0/24")))
                .hasSameHashCodeAs(Window.of(Cidr.parse("10.0.0.0/24")))
                .isNotEqualTo(Window.of(Cidr.parse("10.0.0.0/25")))
                .hasToString("10.0.0.0/24");
    }
}

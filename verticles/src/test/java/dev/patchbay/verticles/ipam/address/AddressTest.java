package dev.patchbay.verticles.ipam.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, 10.0.0.1",
        "0.0.0.0, 0.0.0.0",
        "255.255.255.255, 255.255.255.255",
        "2001:DB8:0:0:0:0:0:1, 2001:db8::1",
        "::, ::",
        "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "8000::, 8000::",
    })
    void printsTheCanonicalText(String text, String canonical) {
        assertThat(Address.parse(text)).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " 10.0.0.1",
                "010.0.0.1",
                "10.0.1",
                "10.0.0.256",
                "0x0a000001",
                "10.0.0.1-2",
                "10.0.0.*",
                "10.0.0.1/24",
                "fe80::1%eth0",
                "::ffff:10.0.0.1",
                "::ffff:a00:1",
                "2001:db8:::1",
                "12345::",
                "1:2:3:4:5:6:10.0.0.1",
                "::10.0.0.1",
                "1",
                "4oqp",
                "localhost",
            })
    void refusesWhatIsNoPlainAddress(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.parse(text))
                .withMessageStartingWith("\"%s\"", text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.0",
                "10.0.0.0/33",
                "10.0.0.0/024",
                "10.0.0.0/255.0.0.0",
                "2001:db8::/129",
                "/24",
                "10.0.0.0/",
                "10.0.0.0/+8",
                "10.0.0.0/8/8"
            })
    void refusesWhatIsNoSubnet(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cidr.parse(text))
                .withMessageMatching("\".*\" (has no prefix length|is no IP address).*");
    }

    @ParameterizedTest
    @CsvSource({
        "192.168.2.225/28, 192.168.2.224, 192.168.2.239",
        "10.0.0.7/32, 10.0.0.7, 10.0.0.7",
        "0.0.0.0/0, 0.0.0.0, 255.255.255.255",
        "2001:db8::5/64, 2001:db8::, 2001:db8::ffff:ffff:ffff:ffff",
        "2001:db8::5/63, 2001:db8::, 2001:db8:0:1:ffff:ffff:ffff:ffff",
        "2001:db8::5/65, 2001:db8::, 2001:db8::7fff:ffff:ffff:ffff",
        "2001:db8::5/128, 2001:db8::5, 2001:db8::5",
        "::/0, ::, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    })
    void keepsTheHostBitsOfASubnetAndKnowsItsEnds(String text, String first, String last) {
        var cidr = Cidr.parse(text);

        assertThat(cidr).hasToString(text);
        assertThat(cidr.span()).isEqualTo(new Span(Address.parse(first), Address.parse(last)));
        assertThat(cidr.isSubnet()).isEqualTo(text.startsWith(first + "/"));
    }

    @Test
    void sortsWithoutSignAndIPv4First() {
        var sorted = Stream.of(
                        "0.0.0.0", "127.255.255.255", "255.255.255.255", "::", "7fff::", "8000::", "8000::8000:0:0:0")
                .map(Address::parse);

        assertThat(sorted).isSorted();
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.255, 10.0.1.0",
        "2001:db8::ffff:ffff:ffff:ffff, 2001:db8:0:1::",
        "127.255.255.255, 128.0.0.0",
        "7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 8000::",
    })
    void countsAcrossEveryBorder(String before, String after) {
        assertThat(Address.parse(before).next()).contains(Address.parse(after));
        assertThat(Address.parse(after).previous()).contains(Address.parse(before));
    }

    @ParameterizedTest
    @CsvSource({"0.0.0.0, 255.255.255.255", "::, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"})
    void stopsAtTheEndsOfTheFamily(String first, String last) {
        assertThat(Address.parse(first).previous()).isEmpty();
        assertThat(Address.parse(last).next()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.parse(last).plus(BigInteger.ONE));
    }

    @Property(tries = 200)
    void survivesItsNumber(@ForAll long high, @ForAll long low) {
        var address = new Address(Family.IPV6, high, low);

        assertThat(Address.of(Family.IPV6, address.value())).isEqualTo(address);
        assertThat(new BigInteger(1, address.value().toByteArray())).isEqualTo(address.value());
    }

    @Property(tries = 200)
    void survivesItsText(@ForAll long high, @ForAll long low, @ForAll boolean ipv4) {
        // A first group that is never zero keeps IPv4 in IPv6 notation out.
        var address = ipv4
                ? new Address(Family.IPV4, 0, low & 0xffff_ffffL)
                : new Address(Family.IPV6, high | (1L << 61), low);

        assertThat(Address.parse(address.toString())).isEqualTo(address);
    }

    @Property(tries = 200)
    void floorAndCeilingAreWhatBigNumbersSay(
            @ForAll long high, @ForAll long low, @ForAll @IntRange(max = 128) int prefixLength) {
        var address = new Address(Family.IPV6, high, low);
        var host = BigInteger.ONE.shiftLeft(128 - prefixLength).subtract(BigInteger.ONE);

        assertThat(address.floor(prefixLength).value())
                .isEqualTo(address.value().andNot(host));
        assertThat(address.ceiling(prefixLength).value())
                .isEqualTo(address.value().or(host));
    }
}

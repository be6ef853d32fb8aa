package dev.patchbay.verticles.ipam.block;

import static dev.patchbay.verticles.ipam.block.Sketch.ip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.address.Family;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockKeyTest {

    @ParameterizedTest
    @CsvSource({
        "default, 10.0.0.70, default.10-0-0-64, 10.0.0.64/26",
        "default, 255.255.255.255, default.255-255-255-192, 255.255.255.192/26",
        "tenant-a.lab, 2001:db8::5f, tenant-a.lab.2001-db8-0-0-0-0-0-40, 2001:db8::40/122",
        "10.0.0.0, ::, 10.0.0.0.0-0-0-0-0-0-0-0, ::/122",
    })
    void isNamedAfterItsDomainAndFirstAddress(String domain, String address, String name, String cidr) {
        var key = BlockKey.of(domain, ip(address));

        assertThat(key.objectName()).isEqualTo(name);
        assertThat(key.cidr()).hasToString(cidr);
        assertThat(BlockKey.ofObjectName(name)).contains(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "default",
                "default.",
                ".10-0-0-64",
                "default.10-0-0-65",
                "default.10-0-0-064",
                "default.10-0-0",
                "default.2001-DB8-0-0-0-0-0-40",
                "default.2001-db8--40",
                "Default.10-0-0-64",
            })
    void readsNoNameThatItWouldNotGive(String name) {
        assertThat(BlockKey.ofObjectName(name)).isEmpty();
    }

    @Property(tries = 200)
    void survivesItsName(@ForAll long high, @ForAll long low) {
        var key = BlockKey.of("a.b-c", new Address(Family.IPV6, high | (1L << 61), low));

        assertThat(BlockKey.ofObjectName(key.objectName())).contains(key);
        assertThat(key.objectName()).matches("[a-z0-9]([-a-z0-9.]*[a-z0-9])?").hasSizeLessThanOrEqualTo(253);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "a_b", "-a", "a-", "a..b", "a/b", ".a"})
    void refusesADomainThatIsNoName(String domain) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BlockKey.of(domain, ip("10.0.0.0")))
                .withMessageContaining("\"%s\" cannot be a domain", domain);
    }
}

package dev.patchbay.multus.netns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.patchbay.multus.netns.NetlinkMessages.Message;
import dev.patchbay.multus.os.ErrnoException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Reads datagrams that Linux 6.18 sent on a little-endian machine. */
class NetlinkMessagesTest {

    @Test
    void readsCapturedDumps() {
        var view = NamespaceDump.view(captured("links"), captured("addresses"), captured("routes"));

        assertThat(view.links())
                .filteredOn(link -> !link.name().equals("lo"))
                .extracting(Link::name, Link::mac, Link::mtu, Link::up)
                .containsExactlyInAnyOrder(
                        tuple("eth0", Optional.of("02:00:00:00:00:01"), 1500, true),
                        tuple("peer0", Optional.of("02:00:00:00:00:02"), 1500, true));
        assertThat(view.link("lo").orElseThrow().addresses()).containsExactly("127.0.0.1/8", "::1/128");
        assertThat(view.link("eth0").orElseThrow().addresses())
                .containsExactly("10.1.0.2/24", "fd00:1::2/64", "fe80::ff:fe00:1/64");
        assertThat(view.defaultRoutes())
                .containsExactly(
                        route(false, "10.1.0.1", OptionalLong.empty()),
                        route(false, "10.1.0.9", OptionalLong.of(50)),
                        route(true, "fd00:1::1", OptionalLong.empty()),
                        route(true, "fd00:1::9", OptionalLong.empty()));
    }

    @Test
    void tellsTheEndOfADumpAndAnErrorFromData() {
        var done = message("14000000 0300 0200 01000000 00000000 00000000");
        var notPermitted = message("24000000 0200 0000 01000000 00000000 ffffffff 00000000000000000000000000000000");
        var endOfOldKernels = message("10000000 0300 0200 01000000 00000000");

        assertThat(done.status()).hasValue(0);
        assertThat(endOfOldKernels.status()).hasValue(0);
        assertThat(notPermitted.status()).hasValue(ErrnoException.EPERM);
        assertThat(captured("links").getFirst().status()).isEmpty();
    }

    @Test
    void noticesAnInterruptedDump() {
        assertThat(message("14000000 0300 1200 01000000 00000000 00000000").interrupted())
                .isTrue();
        assertThat(message("14000000 0300 0200 01000000 00000000 00000000").interrupted())
                .isFalse();
    }

    @Test
    void refusesAMessageThatDoesNotFitItsDatagram() {
        assertThatThrownBy(() -> message("ff000000 0300 0200 01000000 00000000 00000000"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("netlink message of 255 bytes at 0 of 20");
    }

    private static Message message(String hex) {
        return NetlinkMessages.split(HexFormat.of().parseHex(hex.replace(" ", "")))
                .getFirst();
    }

    private static List<Message> captured(String dump) {
        try (var file = NetlinkMessagesTest.class.getResourceAsStream(dump + ".hex")) {
            return new String(file.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .flatMap(line -> NetlinkMessages.split(HexFormat.of().parseHex(line)).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DefaultRoute route(boolean ipv6, String gateway, OptionalLong metric) {
        return new DefaultRoute(ipv6, "eth0", Optional.of(gateway), metric);
    }
}

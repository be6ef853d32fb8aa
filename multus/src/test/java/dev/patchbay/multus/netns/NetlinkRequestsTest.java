package dev.patchbay.multus.netns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NetlinkRequestsTest {

    @ParameterizedTest
    @MethodSource
    void writesWhatTheKernelExpects(byte[] request, String littleEndian) {
        assertThat(HexFormat.of().formatHex(request)).isEqualTo(littleEndian.replace(" ", ""));
    }

    static Stream<Arguments> writesWhatTheKernelExpects() {
        var v4 = new DefaultRoute(false, "eth0", Optional.of("10.1.0.1"), OptionalLong.empty());
        var v6 = new DefaultRoute(true, "eth0", Optional.of("fd00::1"), OptionalLong.empty());
        var link = new DefaultRoute(false, "eth0", Optional.empty(), OptionalLong.of(7));
        return Stream.of(
                arguments(
                        named("list links without statistics", NetlinkRequests.dumpLinks()),
                        "28000000 1200 0103 01000000 00000000 00000000000000000000000000000000 0800 1d00 08000000"),
                arguments(
                        named("list addresses", NetlinkRequests.dumpAddresses()),
                        "18000000 1600 0103 01000000 00000000 0000000000000000"),
                arguments(
                        named("list routes", NetlinkRequests.dumpRoutes()),
                        "1c000000 1a00 0103 01000000 00000000 000000000000000000000000"),
                arguments(
                        named("delete link, name padded", NetlinkRequests.deleteLink("net1")),
                        "2c000000 1100 0500 01000000 00000000 00000000000000000000000000000000 0900 0300 6e65743100 000000"),
                arguments(
                        named("add IPv4", NetlinkRequests.addDefaultRoute(v4, 3)),
                        "2c000000 1800 0504 01000000 00000000 02000000 fe040001 00000000"
                                + "0800 0400 03000000 0800 0500 0a010001"),
                arguments(
                        named("remove IPv6", NetlinkRequests.removeDefaultRoute(v6, 3)),
                        "40000000 1900 0500 01000000 00000000 0a000000 fe00ff00 00000000"
                                + "0800 0400 03000000 1400 0500 fd000000000000000000000000000001"
                                + "0800 0600 00040000"),
                arguments(
                        named("add by link alone, with metric", NetlinkRequests.addDefaultRoute(link, 3)),
                        "2c000000 1800 0504 01000000 00000000 02000000 fe04fd01 00000000"
                                + "0800 0400 03000000 0800 0600 07000000"));
    }

    @Test
    void refusesAGatewayThatIsNoAddress() {
        var route = new DefaultRoute(false, "eth0", Optional.of("router"), OptionalLong.empty());

        assertThatThrownBy(() -> NetlinkRequests.addDefaultRoute(route, 3))
                .hasMessage("gateway \"router\" of a default route is no IP address");
    }
}

package dev.patchbay.multus.cni;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.multus.cni.CniResult.Dns;
import dev.patchbay.multus.cni.CniResult.Interface;
import dev.patchbay.multus.cni.CniResult.Ip;
import dev.patchbay.multus.cni.CniResult.Route;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BigIntegerNode;

class ResultCodecPropertyTest {

    @Property(tries = 300)
    void everyResultIsReadAgainAsItWasWritten(@ForAll("results") CniResult result) throws Exception {
        for (var version : List.of("1.0.0", "1.1.0")) {
            var text = ResultCodec.toJson(result, version).toString();

            assertThat(ResultCodec.parse(Json.read(text), "")).isEqualTo(result);
        }
    }

    /** What an older version cannot express is lost at the first conversion, and nothing more at later ones. */
    @Property(tries = 300)
    void convertingTwiceIsConvertingOnce(@ForAll("results") CniResult result) {
        for (var version : List.of("0.3.0", "0.3.1", "0.4.0")) {
            var once = ResultCodec.toJson(result, version);

            assertThat(ResultCodec.toJson(ResultCodec.parse(once, ""), version)).isEqualTo(once);
        }
    }

    @Provide
    Arbitrary<CniResult> results() {
        return Combinators.combine(
                        interfaces().list().ofMaxSize(4),
                        ips().list().ofMaxSize(4),
                        routes().list().ofMaxSize(4),
                        dns())
                .as(CniResult::new);
    }

    private static Arbitrary<Interface> interfaces() {
        return Combinators.combine(
                        text(), text().optional(), numbers(), text().optional(), text().optional(), text().optional())
                .as(Interface::new);
    }

    private static Arbitrary<Ip> ips() {
        var address = Arbitraries.of("10.0.0.2/24", "fd00::2/64", "192.0.2.1", "::1/128");
        return Combinators.combine(address, text().optional(), numbers()).as(Ip::new);
    }

    private static Arbitrary<Route> routes() {
        var extras = Arbitraries.maps(
                        Arbitraries.of("mtu", "advmss", "priority", "table", "scope"),
                        Arbitraries.bigIntegers()
                                .greaterOrEqual(BigInteger.ZERO)
                                .<JsonNode>map(BigIntegerNode::valueOf))
                .ofMaxSize(3);
        return Combinators.combine(Arbitraries.of("0.0.0.0/0", "::/0", "10.0.0.0/8"), text().optional(), extras)
                .as((destination, gateway, map) -> new Route(destination, gateway, Map.copyOf(map)));
    }

    private static Arbitrary<Dns> dns() {
        var texts = text().list().ofMaxSize(3);
        return Combinators.combine(texts, text().optional(), texts, texts).as(Dns::new);
    }

    private static Arbitrary<String> text() {
        return Arbitraries.strings()
                .withCharRange((char) 1, (char) 0xd7ff)
                .ofMinLength(1)
                .ofMaxLength(12);
    }

    private static Arbitrary<OptionalInt> numbers() {
        return Arbitraries.integers()
                .between(1, 1 << 20)
                .optional()
                .map(number -> number.map(OptionalInt::of).orElseGet(OptionalInt::empty));
    }
}

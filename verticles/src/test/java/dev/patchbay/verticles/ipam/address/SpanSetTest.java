package dev.patchbay.verticles.ipam.address;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Sets of spans against sets of numbers, at both ends of both families, where they touch. */
class SpanSetTest {

    /** The last addresses of IPv4, and then the first ones of IPv6. */
    private static final int WORLD = 24;

    private static final int IPV4 = 12;

    private static Address at(int i) {
        return i < IPV4
                ? new Address(Family.IPV4, 0, 0x1_0000_0000L - IPV4 + i)
                : new Address(Family.IPV6, 0, (long) i - IPV4);
    }

    private static SortedSet<Integer> members(SpanSet set) {
        return IntStream.range(0, WORLD)
                .filter(i -> set.contains(at(i)))
                .boxed()
                .collect(toCollection(TreeSet::new));
    }

    @Provide
    Arbitrary<Span> spans() {
        var ends = Combinators.combine(
                Arbitraries.integers().between(0, IPV4 - 1),
                Arbitraries.integers().between(0, IPV4 - 1));
        return Combinators.combine(ends.as(List::of), Arbitraries.of(0, IPV4))
                .as((pair, base) -> new Span(
                        at(base + Math.min(pair.getFirst(), pair.getLast())),
                        at(base + Math.max(pair.getFirst(), pair.getLast()))));
    }

    @Provide
    Arbitrary<SpanSet> sets() {
        return spans().list().ofMaxSize(5).map(SpanSet::new);
    }

    @Property
    void containsWhatAnyOfItsSpansContains(@ForAll("spans") Span a, @ForAll("spans") Span b, @ForAll("spans") Span c) {
        var set = SpanSet.of(a, b, c);

        assertThat(members(set)).allMatch(i -> a.contains(at(i)) || b.contains(at(i)) || c.contains(at(i)));
        assertThat(members(SpanSet.of(c, b, a))).isEqualTo(members(set));
        assertThat(SpanSet.of(c, b, a, b)).isEqualTo(set);
    }

    @Property
    void equalMembersMakeEqualSets(@ForAll("sets") SpanSet set) {
        assertThat(SpanSet.of(members(set).stream().map(SpanSetTest::at).toList()))
                .isEqualTo(set);
    }

    @Property
    void plusMinusAndIntersectAreThoseOfSets(@ForAll("sets") SpanSet a, @ForAll("sets") SpanSet b) {
        var plus = members(a);
        plus.addAll(members(b));
        var minus = members(a);
        minus.removeAll(members(b));
        var both = members(a);
        both.retainAll(members(b));

        assertThat(members(a.plus(b))).isEqualTo(plus);
        assertThat(members(a.minus(b))).isEqualTo(minus);
        assertThat(members(a.intersect(b))).isEqualTo(both);
    }

    @Property
    void sizeAndNthAndCeilingCountMembers(@ForAll("sets") SpanSet set) {
        var members = List.copyOf(members(set));

        assertThat(set.size()).isEqualTo(BigInteger.valueOf(members.size()));
        for (int i = 0; i < members.size(); i++) {
            assertThat(set.nth(BigInteger.valueOf(i))).isEqualTo(at(members.get(i)));
        }
        for (int i = 0; i < WORLD; i++) {
            var from = i;
            assertThat(set.ceiling(at(i)))
                    .isEqualTo(
                            members.stream().filter(m -> m >= from).findFirst().map(SpanSetTest::at));
        }
    }

    @Test
    void aWholeFamilyIsOneSpan() {
        var all = SpanSet.of(Cidr.parse("::/0").span());

        assertThat(all.size()).isEqualTo(BigInteger.ONE.shiftLeft(128));
        assertThat(all.minus(all)).isEqualTo(SpanSet.EMPTY);
        assertThat(all.nth(BigInteger.ONE.shiftLeft(127))).hasToString("8000::");
    }

    @Test
    void hasNoMemberBeyondItsSize() {
        var set = SpanSet.of(Cidr.parse("10.0.0.0/30").span());

        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> set.nth(BigInteger.valueOf(4)));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> set.nth(BigInteger.valueOf(-1)));
    }

    @Test
    void aSpanHasItsEndsInOrderAndOfOneFamily() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Span(Address.parse("10.0.0.2"), Address.parse("10.0.0.1")))
                .withMessage("10.0.0.2 comes after 10.0.0.1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Span(Address.parse("10.0.0.2"), Address.parse("::1")))
                .withMessage("10.0.0.2 and ::1 are of two families");
    }
}

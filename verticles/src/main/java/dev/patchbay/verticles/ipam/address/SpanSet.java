package dev.patchbay.verticles.ipam.address;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A set of addresses as spans. Two sets of the same addresses are equal, however they were made. The cost of everything
 * depends on the number of spans, never on the number of addresses.
 *
 * @param spans sorted, with at least one address between two of them
 */
public record SpanSet(List<Span> spans) {

    /** The set without addresses. */
    public static final SpanSet EMPTY = new SpanSet(List.of());

    /** Takes spans in any order, also overlapping ones. */
    public SpanSet {
        spans = merged(spans);
    }

    /** Returns the set of the addresses in these spans. */
    public static SpanSet of(Span... spans) {
        return new SpanSet(List.of(spans));
    }

    /** Returns the set of these addresses. */
    public static SpanSet of(Collection<Address> addresses) {
        return new SpanSet(addresses.stream().map(Span::of).toList());
    }

    private static List<Span> merged(List<Span> spans) {
        var merged = new ArrayList<Span>();
        for (var span : spans.stream().sorted(Comparator.comparing(Span::first)).toList()) {
            if (!merged.isEmpty() && touch(merged.getLast(), span)) {
                var before = merged.removeLast();
                merged.add(new Span(before.first(), Span.max(before.last(), span.last())));
            } else {
                merged.add(span);
            }
        }
        return List.copyOf(merged);
    }

    private static boolean touch(Span before, Span after) {
        return before.family() == after.family()
                && (after.first().compareTo(before.last()) <= 0
                        || before.last().next().filter(after.first()::equals).isPresent());
    }

    /** Returns whether there is no address at all. */
    public boolean isEmpty() {
        return spans.isEmpty();
    }

    /** Returns how many addresses there are. */
    public BigInteger size() {
        return spans.stream().map(Span::size).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** Returns whether the address is one of these. */
    public boolean contains(Address address) {
        int at = firstEndingAtOrAfter(address);
        return at < spans.size() && spans.get(at).contains(address);
    }

    /** Returns the lowest address that is not below {@code from}; empty where there is none. */
    public Optional<Address> ceiling(Address from) {
        int at = firstEndingAtOrAfter(from);
        return at < spans.size() ? Optional.of(Span.max(spans.get(at).first(), from)) : Optional.empty();
    }

    /**
     * Returns the address with this place among all, counted from zero in ascending order.
     *
     * @throws IndexOutOfBoundsException where there are not that many
     */
    public Address nth(BigInteger index) {
        if (index.signum() >= 0) {
            var left = index;
            for (var span : spans) {
                if (left.compareTo(span.size()) < 0) {
                    return span.first().plus(left);
                }
                left = left.subtract(span.size());
            }
        }
        throw new IndexOutOfBoundsException("no address number %s among %s".formatted(index, size()));
    }

    /** Returns the addresses that are in this set or in the other. */
    public SpanSet plus(SpanSet other) {
        return new SpanSet(Stream.concat(spans.stream(), other.spans.stream()).toList());
    }

    /** Returns the addresses that are in this set and in the span. */
    public SpanSet intersect(Span other) {
        var common = new ArrayList<Span>();
        for (int at = firstEndingAtOrAfter(other.first()); at < spans.size(); at++) {
            var part = spans.get(at).intersect(other);
            if (part.isEmpty()) {
                break;
            }
            common.add(part.get());
        }
        return new SpanSet(common);
    }

    /** Returns the addresses that are in this set and in the other. */
    public SpanSet intersect(SpanSet other) {
        return new SpanSet(other.spans.stream()
                .flatMap(span -> intersect(span).spans.stream())
                .toList());
    }

    /** Returns the addresses that are in this set and not in the other. */
    public SpanSet minus(SpanSet other) {
        return new SpanSet(
                spans.stream().flatMap(span -> minus(span, other).stream()).toList());
    }

    private static List<Span> minus(Span span, SpanSet other) {
        var rest = new ArrayList<Span>();
        var from = Optional.of(span.first());
        for (var hole : other.intersect(span).spans) {
            var start = from.get();
            hole.first()
                    .previous()
                    .filter(end -> start.compareTo(end) <= 0)
                    .ifPresent(end -> rest.add(new Span(start, end)));
            from = hole.last().next();
        }
        from.filter(span::contains).ifPresent(start -> rest.add(new Span(start, span.last())));
        return rest;
    }

    /** A binary search. */
    private int firstEndingAtOrAfter(Address address) {
        int low = 0;
        int high = spans.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (spans.get(middle).last().compareTo(address) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}

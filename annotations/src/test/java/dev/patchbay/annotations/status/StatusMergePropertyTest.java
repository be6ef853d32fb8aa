package dev.patchbay.annotations.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class StatusMergePropertyTest {

    @Property
    void noInterfaceHasTwoEntriesAndEveryPublishedOneIsThere(
            @ForAll("lists") List<NetworkStatus> current,
            @ForAll("interfaces") Set<String> removed,
            @ForAll("lists") List<NetworkStatus> published) {
        var merged = StatusMerge.merge(current, removed, published);

        var interfaces =
                merged.stream().flatMap(entry -> entry.interfaceName().stream()).toList();
        assertThat(interfaces)
                .doesNotHaveDuplicates()
                .containsAll(published.stream()
                        .flatMap(entry -> entry.interfaceName().stream())
                        .toList());
        assertThat(StatusMerge.merge(merged, Set.of(), published)).isEqualTo(merged);
    }

    @Provide
    Arbitrary<List<NetworkStatus>> lists() {
        return Arbitraries.of("a@net1", "b@net1", "a@net2", "b@", "c@", "a@sub0", "cni@eth0*")
                .map(StatusMergeTest::entry)
                .list()
                .ofMaxSize(6);
    }

    @Provide
    Arbitrary<Set<String>> interfaces() {
        return Arbitraries.of("net1", "net2", "sub0", "eth0").set();
    }
}

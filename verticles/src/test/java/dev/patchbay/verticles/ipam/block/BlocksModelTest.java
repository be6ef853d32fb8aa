package dev.patchbay.verticles.ipam.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * Random histories of several owners over several blocks, against a model that knows only who was told what. See
 * {@link BlocksModel} for what is checked after every step.
 */
@PropertyDefaults(edgeCases = EdgeCasesMode.NONE)
class BlocksModelTest {

    /**
     * A step of a history; what its numbers mean depends on the kind.
     *
     * @param owner which owner, or which sandbox
     * @param pick  which address, window, or time
     */
    record Step(Kind kind, int owner, int pick) {}

    enum Kind {
        ALLOCATE,
        ALLOCATE_IN_NEW_SANDBOX,
        ASK_FOR_ADDRESS,
        RELEASE_BY_SANDBOX,
        RELEASE_BY_OLD_SANDBOX,
        RELEASE_BY_OWNER,
        RELEASE_BY_SEQUENCE,
        RELEASE_BY_OLD_SEQUENCE,
        EDIT_WINDOW,
        TAKE_OVER,
        WAIT
    }

    @Property(tries = 250)
    void noHistoryBreaksARule(@ForAll("histories") List<Step> history) {
        var model = new BlocksModel();

        for (var step : history) {
            model.carryOut(step);
            model.check();
        }

        Statistics.label("reused").collect(model.reused() > 0);
        Statistics.label("was full").collect(model.timesFull() > 0);
    }

    /** The rules mean something only where histories get as far as reuse and exhaustion. */
    @Property(tries = 1)
    void historiesReachReuseAndExhaustion() {
        var model = new BlocksModel();
        histories().sampleStream().limit(100).flatMap(List::stream).forEach(model::carryOut);

        assertThat(model.reused()).isPositive();
        assertThat(model.timesFull()).isPositive();
    }

    @Provide
    Arbitrary<List<Step>> histories() {
        return Combinators.combine(
                        Arbitraries.of(Kind.values()),
                        Arbitraries.integers().between(0, BlocksModel.OWNERS - 1),
                        Arbitraries.integers().between(0, 15))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(120);
    }
}

package dev.patchbay.verticles.reconcile;

import static dev.patchbay.verticles.reconcile.Entries.element;
import static dev.patchbay.verticles.reconcile.Entries.entry;
import static dev.patchbay.verticles.reconcile.Entries.nad;
import static dev.patchbay.verticles.reconcile.Entries.network;
import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.annotations.plan.AttachmentPlan;
import dev.patchbay.annotations.plan.AttachmentPlan.Plug;
import dev.patchbay.annotations.plan.AttachmentPlan.Reason;
import dev.patchbay.annotations.plan.AttachmentPlan.Unplug;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlansTest {

    private static final Unplug UNPLUG = new Unplug("net1", Optional.of(network("a")), "ns1/a", Reason.REPLACED);
    private static final Plug PLUG = new Plug(0, element("b", "net2"), "net2", Reason.REQUESTED);

    @Test
    void settlesDebtsFirstUnlessAStepDoesAnyway() {
        var plan = new AttachmentPlan(List.of(UNPLUG), List.of(PLUG), List.of(), List.of(), List.of());

        assertThat(Plans.withDebts(plan, Set.of("net9", "net8", "net1", "net2")).unplugs())
                .extracting(Unplug::interfaceName)
                .containsExactly("net8", "net9", "net1");
        assertThat(Plans.withDebts(plan, Set.of()).unplugs()).containsExactly(UNPLUG);
    }

    @Test
    void findsTheNadsThatEntriesNameAndThatExist() {
        var entries = List.of(
                entry("ns1/a", "net1"), entry("ns1/gone", "net2"), entry("cbr0", "eth0"), entry("a/b/c", "net3"));

        assertThat(Plans.existing(
                        entries, name -> name.name().equals("gone") ? Optional.empty() : Optional.of(nad(name.name()))))
                .containsExactly(network("a"));
    }

    @Test
    void describesWhatItLeaves() {
        var left = List.of(entry("ns1/x", "net7"));
        var plan = new AttachmentPlan(List.of(UNPLUG), List.of(PLUG), List.of(), left, List.of());

        assertThat(Plans.describeUntouched(plan))
                .isEqualTo("left alone, as nothing on this node tells who made it: net7 (ns1/x)");
    }
}

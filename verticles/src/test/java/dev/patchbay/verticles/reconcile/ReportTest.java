package dev.patchbay.verticles.reconcile;

import static dev.patchbay.verticles.reconcile.Entries.DEFAULT;
import static dev.patchbay.verticles.reconcile.Entries.element;
import static dev.patchbay.verticles.reconcile.Entries.entry;
import static dev.patchbay.verticles.reconcile.Entries.network;
import static dev.patchbay.verticles.reconcile.Entries.others;
import static dev.patchbay.verticles.reconcile.Entries.ours;
import static dev.patchbay.verticles.reconcile.Entries.sandbox;
import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.annotations.plan.AttachmentPlan;
import dev.patchbay.annotations.plan.AttachmentPlan.Kept;
import dev.patchbay.annotations.plan.AttachmentPlan.Plug;
import dev.patchbay.annotations.plan.AttachmentPlan.Reason;
import dev.patchbay.annotations.plan.AttachmentPlan.Unplug;
import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.verticles.bus.Condition;
import dev.patchbay.verticles.bus.PodEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.IntNode;

class ReportTest {

    private static final AttachmentPlan NOTHING = plan(List.of(), List.of());

    @Test
    void writesTheDefaultNetworkFirstWhereNobodyElseDoes() {
        var status = Report.status(List.of(), sandbox(), NOTHING, List.of(plugged("a", "net1", "10.1.0.9")));

        assertThat(status).containsExactly(DEFAULT, entry("ns1/a", "net1", "10.1.0.9"));
    }

    @Test
    void putsTheDefaultNetworkBeforeEntriesThatAreThere() {
        var current = List.of(entry("ns1/x", "net7"));

        assertThat(Report.status(current, sandbox(), NOTHING, List.of())).containsExactly(DEFAULT, current.getFirst());
    }

    @Test
    void leavesTheDefaultNetworkThatSomebodyElseWrote() {
        var theirs = new NetworkStatus(
                "kindnet",
                Optional.of("eth0"),
                List.of("10.244.0.5"),
                DEFAULT.mac(),
                DEFAULT.mtu(),
                true,
                List.of(),
                DEFAULT.dns(),
                Optional.empty(),
                Map.of());

        assertThat(Report.status(List.of(theirs), sandbox(), NOTHING, List.of(plugged("a", "net1"))))
                .containsExactly(theirs, entry("ns1/a", "net1"));
    }

    @Test
    void replacesAnEntryInItsPlace() {
        var current = List.of(DEFAULT, entry("ns1/old", "net1", "10.1.0.1"), entry("ns1/b", "net2"));
        var results = List.of(unplugged("old", "net1"), plugged("new", "net1", "10.2.0.1"));

        assertThat(Report.status(current, sandbox(ours("old", "net1", "10.1.0.1")), NOTHING, results))
                .containsExactly(DEFAULT, entry("ns1/new", "net1", "10.2.0.1"), entry("ns1/b", "net2"));
    }

    @Test
    void removesWhatWasUnpluggedAndKeepsWhatWasNot() {
        var current = List.of(DEFAULT, entry("ns1/a", "net1"), entry("ns1/b", "net2"));
        var results =
                List.of(unplugged("a", "net1"), new StepResult.UnplugFailed(unplug("b", "net2"), "busy", true, true));

        assertThat(Report.status(current, sandbox(ours("a", "net1"), ours("b", "net2")), NOTHING, results))
                .containsExactly(DEFAULT, entry("ns1/b", "net2"));
    }

    @Test
    void tellsNothingOfAPlugThatFailed() {
        assertThat(Report.status(List.of(DEFAULT), sandbox(), NOTHING, List.of(plugFailed("a", "net1", true, true))))
                .containsExactly(DEFAULT);
    }

    @Test
    void repairsAKeptEntryFromTheCache() {
        var seen = sandbox(ours("a", "net1", "10.1.0.1"), ours("b", "net2", "10.2.0.1"));
        var plan = plan(List.of(kept("a", "net1"), kept("b", "net2")), List.of());
        var current = List.of(DEFAULT, entry("ns1/a", "net1", "6.6.6.6"));

        assertThat(Report.status(current, seen, plan, List.of()))
                .containsExactly(DEFAULT, entry("ns1/a", "net1", "10.1.0.1"), entry("ns1/b", "net2", "10.2.0.1"));
    }

    @Test
    void leavesAKeptEntryOfMultusAsMultusWroteIt() {
        var theirs = entry("ns1/a", "net1", "10.1.0.77");

        assertThat(Report.status(
                        List.of(DEFAULT, theirs),
                        sandbox(others("a", "net1", "10.1.0.1")),
                        plan(List.of(kept("a", "net1")), List.of()),
                        List.of()))
                .containsExactly(DEFAULT, theirs);
    }

    @Test
    void namesAnEntryThatItRestoresForMultusByItsNad() {
        assertThat(Report.status(
                        List.of(DEFAULT),
                        sandbox(others("a", "net1", "10.1.0.1")),
                        plan(List.of(kept("a", "net1")), List.of()),
                        List.of()))
                .containsExactly(DEFAULT, entry("ns1/a", "net1", "10.1.0.1"));
    }

    @Test
    void dropsGhosts() {
        var ghost = entry("ns1/gone", "net9");

        assertThat(Report.status(List.of(DEFAULT, ghost), sandbox(), plan(List.of(), List.of(ghost)), List.of()))
                .containsExactly(DEFAULT);
    }

    @Test
    void keepsFieldsThatItDoesNotKnowInEntriesOfOthers() {
        var e = entry("ovn/udn", "net5");
        var theirs = new NetworkStatus(
                e.name(),
                e.interfaceName(),
                e.ips(),
                e.mac(),
                e.mtu(),
                false,
                e.gateway(),
                e.dns(),
                e.deviceInfo(),
                Map.of("vlan", IntNode.valueOf(7)));

        assertThat(Report.status(List.of(DEFAULT, theirs), sandbox(), NOTHING, List.of(plugged("a", "net1"))))
                .containsExactly(DEFAULT, theirs, entry("ns1/a", "net1"));
    }

    /** It failed at first, and was made when the next one was there already. */
    @Test
    void putsAnEntryWhereTheAnnotationHasIt() {
        var plug = new Plug(0, element("a", "net1"), "net1", Reason.REQUESTED);
        var plan = new AttachmentPlan(
                List.of(), List.of(plug), List.of(new Kept(1, element("b", "net2"), "net2")), List.of(), List.of());
        var current = List.of(DEFAULT, entry("ns1/b", "net2"));
        var made = new StepResult.Plugged(plug, List.of(entry("ns1/a", "net1")));

        assertThat(Report.status(current, sandbox(ours("b", "net2")), plan, List.of(made)))
                .extracting(status -> status.interfaceName().orElseThrow())
                .containsExactly("eth0", "net1", "net2");
    }

    @Test
    void isReadyWhereNothingFailed() {
        assertThat(Report.condition(List.of(plugged("a", "net1"), unplugged("b", "net2"))))
                .isEqualTo(new Condition(true, "AllInterfacesReady", ""));
    }

    @Test
    void namesEachInterfaceThatIsNotReadyAndWhy() {
        var results = List.of(
                new StepResult.UnplugFailed(unplug("b", "net2"), "busy", true, true),
                plugged("c", "net3"),
                plugFailed("a", "net1", false, false));

        assertThat(Report.condition(results))
                .isEqualTo(new Condition(
                        false,
                        "InterfacesNotReady",
                        "net2 (ns1/b) cannot be removed: busy; net1 (ns1/a): no address is free"));
    }

    @Test
    void shortensAConditionThatTellsOfVeryMuch() {
        var failed = new StepResult.PlugFailed(plug("a", "net1"), "x".repeat(9000), true, true);

        assertThat(Report.condition(List.of(failed)).message()).hasSize(4096).endsWith("x…");
    }

    @Test
    void makesEventsOfWhatWasDoneAndTriedAndLoud() {
        var results = List.of(
                unplugged("b", "net2"),
                new StepResult.UnplugFailed(unplug("c", "net3"), "busy", true, true),
                new StepResult.UnplugFailed(unplug("d", "net4"), "busy", false, true),
                plugged("a", "net1", "10.1.0.9", "fd00::9"),
                plugFailed("e", "net5", true, true),
                plugFailed("f", "net6", true, false),
                plugFailed("g", "net7", false, true));

        assertThat(Report.events(PodSketch.WEB, results))
                .containsExactly(
                        event(PodEvent.Reason.RemovedInterface, "removed net2 from network ns1/b"),
                        event(PodEvent.Reason.FailedRemovingInterface, "net3 from network ns1/c: busy"),
                        event(PodEvent.Reason.AddedInterface, "added net1 [10.1.0.9, fd00::9] from network ns1/a"),
                        event(PodEvent.Reason.FailedAddingInterface, "net5 from network ns1/e: no address is free"));
    }

    @Test
    void logsWhatWasTriedAndFailed() {
        assertThat(Report.failures(List.of(
                        plugged("a", "net1"),
                        plugFailed("b", "net2", true, false),
                        plugFailed("c", "net3", false, true))))
                .containsExactly("net2 (ns1/b): no address is free");
    }

    private static PodEvent event(PodEvent.Reason reason, String message) {
        return new PodEvent(PodSketch.WEB, reason, message);
    }

    private static AttachmentPlan plan(List<Kept> kept, List<NetworkStatus> ghosts) {
        return new AttachmentPlan(List.of(), List.of(), kept, List.of(), ghosts);
    }

    private static Kept kept(String network, String interfaceName) {
        return new Kept(0, element(network, interfaceName), interfaceName);
    }

    private static Plug plug(String network, String interfaceName) {
        return new Plug(0, element(network, interfaceName), interfaceName, Reason.REQUESTED);
    }

    private static Unplug unplug(String network, String interfaceName) {
        return new Unplug(interfaceName, Optional.of(network(network)), "ns1/" + network, Reason.REQUESTED);
    }

    private static StepResult plugged(String network, String interfaceName, String... ips) {
        return new StepResult.Plugged(
                plug(network, interfaceName), List.of(entry("ns1/" + network, interfaceName, ips)));
    }

    private static StepResult plugFailed(String network, String interfaceName, boolean tried, boolean loud) {
        return new StepResult.PlugFailed(plug(network, interfaceName), "no address is free", tried, loud);
    }

    private static StepResult unplugged(String network, String interfaceName) {
        return new StepResult.Unplugged(unplug(network, interfaceName));
    }
}

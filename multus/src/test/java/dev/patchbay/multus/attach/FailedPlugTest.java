package dev.patchbay.multus.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.multus.TestRequest;
import dev.patchbay.multus.cache.CachedAttachment.Phase;
import dev.patchbay.multus.netns.DefaultRoute;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a plug that fails leaves in a real namespace: nothing, and the pod's own network as it was. */
class FailedPlugTest {

    private static final String CONFIG = "{'cniVersion':'1.0.0','type':'scripted'}";

    private static final String ADD = """
            [ $CNI_COMMAND = ADD ] || { $IN ip link del $CNI_IFNAME 2>/dev/null; exit 0; }
            $IN ip link add $CNI_IFNAME type bridge
            $IN ip addr add 10.9.0.2/24 dev $CNI_IFNAME
            $IN ip link set $CNI_IFNAME up
            """;

    private static final String RESULT = """
            echo "{\\"interfaces\\":[{\\"name\\":\\"$CNI_IFNAME\\",\\"sandbox\\":\\"$CNI_NETNS\\"}],\
            \\"ips\\":[{\\"address\\":\\"10.9.0.2/24\\",\\"interface\\":0}]}"
            """;

    private static final DefaultRoute OWN =
            new DefaultRoute(false, "eth0", Optional.of("10.0.0.1"), OptionalLong.empty());

    @TempDir
    Path dir;

    private AttacherFixture node;

    @BeforeEach
    void makePod() throws Exception {
        node = new AttacherFixture(dir);
        node.defaultNetwork();
    }

    @AfterEach
    void removePod() throws Exception {
        if (node != null) {
            node.remove();
        }
    }

    @Test
    void takesTheDefaultRouteAndGivesItBack() throws Exception {
        node.plugin("scripted", ADD + RESULT);

        var status = node.attacher.plug(node.plug(CONFIG, TestRequest.defaultRoute("10.9.0.1")));

        assertThat(status.getFirst().gateway()).containsExactly("10.9.0.1");
        assertThat(node.look().defaultRoutes())
                .containsExactly(new DefaultRoute(false, "net1", Optional.of("10.9.0.1"), OptionalLong.empty()));
        node.attacher.unplug(node.unplug("net1", Optional.empty()));
        assertThat(node.look().defaultRoutes()).containsExactly(OWN);
    }

    @Test
    void putsTheRouteBackThatAFailingPluginTook() throws Exception {
        node.plugin("scripted", ADD + "$IN ip route replace default via 10.9.0.1 dev $CNI_IFNAME\nexit 1");

        assertPlugFails(AttachmentRequest.NONE, "exit code 1");

        assertNothingIsLeft();
    }

    /** So that it comes back too where a crash comes before the end of the plug. */
    @Test
    void recordsTheRoutesBeforeThePluginRuns() throws Exception {
        node.plugin("scripted", ADD + "cp $DIR/cache/results/lan-sandbox-1-net1 $DIR/intent\nexit 1");

        assertPlugFails(AttachmentRequest.NONE, "exit code 1");

        assertThat(Files.readString(dir.resolve("intent")))
                .contains("\"phase\":\"ADDING\"")
                .contains("\"displacedRoutes\":[{\"ipv6\":false,\"interface\":\"eth0\",\"gateway\":\"10.0.0.1\"}]");
    }

    /** Failure F6: what the plugin makes at the place of the temporary file lets every later write fail. */
    @Test
    void undoesAnAddThatCannotBeRecorded() throws Exception {
        node.plugin("scripted", ADD + "mkdir $DIR/cache/results/lan-sandbox-1-net1.tmp\n" + RESULT);

        assertPlugFails(TestRequest.defaultRoute("10.9.0.1"), "cannot be recorded");

        assertNothingIsLeft();
        assertThat(node.log()).isEqualTo("ADD scripted\nDEL scripted\n");
    }

    @Test
    void undoesAnAddWhoseResultHasNoAddressWhereOneShouldBe() throws Exception {
        node.plugin("scripted", ADD + RESULT.replace("10.9.0.2", "nonsense"));

        assertPlugFails(AttachmentRequest.NONE, "nonsense");

        assertNothingIsLeft();
    }

    @Test
    void saysOnceWhatAPluginOnlyClaimed() throws Exception {
        node.plugin("scripted", "[ $CNI_COMMAND = ADD ] || exit 0\n" + RESULT);

        var failure = catchThrowableOfType(
                AttachException.class, () -> node.attacher.plug(node.plug(CONFIG, AttachmentRequest.NONE)));

        assertThat(failure)
                .hasMessage("The plugin reported success, but interface net1 is not in the pod's network namespace.");
    }

    @Test
    void undoesAnAddWhoseGatewayCannotBeReached() throws Exception {
        node.plugin("scripted", ADD + RESULT);

        assertPlugFails(TestRequest.defaultRoute("10.9.0.1", "10.77.0.1"), "default route");

        assertNothingIsLeft();
    }

    /** Failure F1: the first plugin gets its DEL although only the second one failed. */
    @Test
    void undoesAllPluginsOfAListInReverse() throws Exception {
        node.plugin("scripted", ADD + RESULT);
        node.plugin("second", "[ $CNI_COMMAND != ADD ]");

        var config = "{'cniVersion':'1.0.0','plugins':[{'type':'scripted'},{'type':'second'}]}";
        var failure = catchThrowableOfType(
                AttachException.class, () -> node.attacher.plug(node.plug(config, AttachmentRequest.NONE)));

        assertThat(failure).hasMessageContaining("plugin second failed");
        assertThat(node.log()).isEqualTo("ADD scripted\nADD second\nDEL second\nDEL scripted\n");
        assertNothingIsLeft();
    }

    /** Failure F3: nothing was run, nothing is owed. */
    @Test
    void owesNothingWhereThePluginIsMissing() throws Exception {
        assertPlugFails(AttachmentRequest.NONE, "failed to find plugin \"scripted\"");

        assertNothingIsLeft();
    }

    @Test
    void keepsADebtThatTheNextPlugSettles() throws Exception {
        node.plugin("scripted", ADD + "exit 1");
        Files.writeString(
                dir.resolve("bin/scripted"),
                Files.readString(dir.resolve("bin/scripted")).replace("exit 0", "exit 9"));

        assertPlugFails(AttachmentRequest.NONE, "exit code 1");
        assertThat(node.cache
                        .get("sandbox-1", "net1")
                        .orElseThrow()
                        .provenance()
                        .orElseThrow()
                        .phase())
                .isEqualTo(Phase.DELETING);
        assertThat(node.look().linkNames()).doesNotContain("net1");

        node.plugin("scripted", ADD + RESULT);
        node.attacher.plug(node.plug(CONFIG, AttachmentRequest.NONE));
        assertThat(node.look().link("net1").orElseThrow().addresses()).contains("10.9.0.2/24");
    }

    private void assertPlugFails(AttachmentRequest request, String reason) {
        var failure = catchThrowableOfType(AttachException.class, () -> node.attacher.plug(node.plug(CONFIG, request)));

        assertThat(failure).hasMessageContaining(reason);
    }

    private void assertNothingIsLeft() throws Exception {
        assertThat(node.look().linkNames()).doesNotContain("net1");
        assertThat(node.look().defaultRoutes()).isEqualTo(List.of(OWN));
        assertThat(node.cache.all()).isEmpty();
    }
}

package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.patchbay.it.containerd.Containerd;
import dev.patchbay.it.host.Shell;
import dev.patchbay.it.node.TestNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** ADDs that fail half-way with the plugins as they are. F numbers are those of the project's failure table. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailedAddIT extends NodeTest {

    @RegisterExtension
    static final NodeExtension NODE = NodeExtension.withController();

    @Override
    TestNode node() {
        return NODE.node();
    }

    @BeforeAll
    void networks() {
        bridgeNetwork("storage", 1);
    }

    private String bridge(int third) {
        return node().ownedLink("pb%dx%d".formatted(node().number(), third));
    }

    private String ipam(int third) {
        return "\"ipam\": {\"type\": \"host-local\", \"dataDir\": \"%s/ipam\", \"ranges\": [[{\"subnet\": \"%s\"}]]}"
                .formatted(node().dir(), Nads.subnet(node(), third));
    }

    /** F1: all plugins are undone in reverse, nothing is left. */
    @Test
    void undoesTheWholeChainWhenItsSecondPluginFails() {
        plugin("second", """
                #!/bin/sh
                echo "$CNI_COMMAND" >> %1$s/second.log
                [ "$CNI_COMMAND" = ADD ] || exit 0
                echo '{"code": 100, "msg": "second thoughts"}'; exit 1
                """.formatted(node().dir()));
        kubectl().createNad("default", "chain", """
                {"cniVersion": "0.4.0", "name": "chain", "plugins": [
                  {"type": "bridge", "bridge": "%s", %s}, {"type": "second"}, {"type": "never"}]}""".formatted(bridge(2), ipam(2)));
        plugin("never", "#!/bin/sh\nexit 0\n");
        var pod = node().create("chained");

        kubectl().annotate(pod, list(nic("chain", "net1")));

        kubectl().awaitCondition(pod, "False", "plugin second failed with exit code 1: second thoughts");
        kubectl().annotate(pod, "[]");
        await().atMost(LIMIT).until(() -> records(pod).isEmpty());
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        assertThat(node().addresses("chain")).isEmpty();
        assertThat(Shell.run("cat", node().dir() + "/second.log")).startsWith("ADD\nDEL\n");
        node().delete(pod);
    }

    /** F4: no ADD over a foreign link, no DEL either. */
    @Test
    void leavesAForeignLinkOfThatNameAndItsAddressAlone() {
        var pod = node().create("foreign");
        node().netns(pod).run("ip", "link", "add", "net1", "type", "bridge");
        node().netns(pod).run("ip", "addr", "add", "10.99.0.1/24", "dev", "net1");
        var before = linkIndex(pod, "net1");

        kubectl().annotate(pod, list(nic("storage", "net1")));

        kubectl().awaitCondition(pod, "False", "net1 exists already");
        awaitEvent(pod, "FailedAddingInterface", "net1 exists already");
        kubectl().annotate(pod, "[]");
        kubectl().awaitCondition(pod, "True", "");
        assertThat(linkIndex(pod, "net1")).isEqualTo(before);
        assertThat(link(pod, "net1").ips()).containsExactly("10.99.0.1");
        assertThat(node().addresses("storage")).isEmpty();
        node().delete(pod);
    }

    /** F25: the plugin frees the lease but leaves the link up with the address. */
    @Test
    void leavesNoAddressUpAfterAGatewayConflict() {
        var name = bridge(3);
        Shell.run("ip", "link", "add", name, "type", "bridge");
        Shell.run("ip", "addr", "add", "11.250.250.1/24", "dev", name);
        Shell.run("ip", "link", "set", name, "up");
        kubectl().createNad("default", "conflict", """
                {"cniVersion": "0.4.0", "name": "conflict", "plugins": [
                  {"type": "bridge", "bridge": "%s", "isGateway": true, %s}]}""".formatted(name, ipam(3)));
        var pod = node().create("gateway-conflict");

        kubectl().annotate(pod, list(nic("conflict", "net1")));

        kubectl().awaitCondition(pod, "False", "already has an IP address different from");
        kubectl().annotate(pod, "[]");
        await().atMost(LIMIT).until(() -> records(pod).isEmpty());
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        assertThat(node().addresses("conflict")).isEmpty();
        node().delete(pod);
    }

    /** F26: a layer 2 network without cniVersion fails in the specification's default version; here it works. */
    @Test
    void plugsALayer2NetworkWithoutAVersion() {
        kubectl()
                .createNad(
                        "default",
                        "l2",
                        "{\"name\": \"l2\", \"type\": \"bridge\", \"bridge\": \"%s\"}".formatted(bridge(4)));
        var pod = node().create("layer2");

        kubectl().annotate(pod, list(nic("l2", "net1")));

        kubectl().awaitInterfaces(pod, "net1");
        assertThat(entry(pod, "net1").ips()).isEmpty();
        assertAgreement(pod, "net1");
        node().delete(pod);
        await().atMost(LIMIT).until(() -> records(pod).isEmpty());
    }

    /** F27: the version is above what the plugin speaks; a change of the NAD mends it at once. */
    @Test
    void saysThatThePluginDoesNotSpeakTheVersion() {
        var config = "{\"cniVersion\": \"%s\", \"name\": \"newer\", \"type\": \"bridge\", \"bridge\": \"%s\"}";
        kubectl().createNad("default", "newer", config.formatted("1.1.0", bridge(5)));
        var pod = node().create("newer");

        kubectl().annotate(pod, list(nic("newer", "net1")));

        kubectl().awaitCondition(pod, "False", "incompatible CNI versions");
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        kubectl().editNad("default", "newer", config.formatted("1.0.0", bridge(5)));
        kubectl().awaitInterfaces(pod, "net1");
        node().delete(pod);
        await().atMost(LIMIT).until(() -> records(pod).isEmpty());
    }

    /** F29: the next plugin gets the result in the list's version, whatever the one before it printed. */
    @Test
    void convertsTheResultOfAPluginOfAnotherVersion() {
        plugin("older", """
                #!/bin/sh
                [ "$CNI_COMMAND" = ADD ] || exec %1$s/bridge
                %1$s/bridge | sed 's/"cniVersion": "1.0.0"/"cniVersion": "0.3.1"/; s/"address"/"version": "4", "address"/'
                """.formatted(Containerd.PLUGINS));
        kubectl().createNad("default", "mixed", """
                {"cniVersion": "1.0.0", "name": "mixed", "plugins": [
                  {"type": "older", "bridge": "%s", %s}, {"type": "tuning", "sysctl": {}}]}""".formatted(bridge(6), ipam(6)));
        var pod = node().create("mixed");

        kubectl().annotate(pod, list(nic("mixed", "net1")));

        kubectl().awaitInterfaces(pod, "net1");
        assertAgreement(pod, "net1");
        deleteAndAwaitRelease(pod, "mixed");
    }

    /** A NAD of another namespace is out of reach, unless it is a global one. */
    @Test
    void refusesANadOfAnotherNamespace() {
        kubectl().createNad("secret", "vault", Nads.bridge(node(), "vault", 7));
        var pod = node().create("curious");

        kubectl().annotate(pod, "secret/vault");

        kubectl().awaitCondition(pod, "False", "secret");
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        assertThat(node().addresses("vault")).isEmpty();
        node().delete(pod);
    }

    /** F6: a name that is too long for the record is refused before anything is run. */
    @Test
    void refusesANetworkNameThatIsTooLongToRecord() {
        kubectl().createNad("default", "long", """
                {"cniVersion": "0.4.0", "name": "%s", "type": "bridge", "bridge": "%s", %s}""".formatted("n".repeat(180), bridge(8), ipam(8)));
        var pod = node().create("long-name");

        kubectl().annotate(pod, list(nic("long", "net1")));

        kubectl().awaitCondition(pod, "False", "at most 174");
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        node().delete(pod);
    }
}

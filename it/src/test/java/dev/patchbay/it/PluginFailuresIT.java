package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.patchbay.it.containerd.Containerd;
import dev.patchbay.it.node.TestNode;
import java.nio.file.Files;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A plugin misbehaves: the pod's other NICs are unaffected, the user hears the plugin's own words, nothing is left, and
 * the NIC is there as soon as the plugin is well again. F numbers are those of the project's failure table.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PluginFailuresIT extends NodeTest {

    @RegisterExtension
    static final NodeExtension NODE = NodeExtension.with(node ->
            node.with("cni.addTimeout", "2s").with("cni.delTimeout", "5s").startController());

    private static final String REAL = Containerd.PLUGINS.toString();

    @Override
    TestNode node() {
        return NODE.node();
    }

    @BeforeAll
    void networks() {
        bridgeNetwork("storage", 1);
        network("scripted", "scripted", "host-local", 2);
    }

    /** A network whose main plugin is {@code type}, and whose addresses come from {@code ipam}. */
    private void network(String name, String type, String ipam, int third) {
        kubectl().createNad("default", name, """
                {"cniVersion": "0.4.0", "name": "%s", "plugins": [{"type": "%s", "bridge": "%s",
                  "ipam": {"type": "%s", "dataDir": "%s/ipam", "ranges": [[{"subnet": "%s"}]]}}]}""".formatted(
                        name,
                        type,
                        node().ownedLink("pb%dx%d".formatted(node().number(), third)),
                        ipam,
                        node().dir(),
                        Nads.subnet(node(), third)));
    }

    /** Script for ADD, and what the user must hear. DEL is done by the real plugin. */
    static Stream<Arguments> misbehaviours() {
        return Stream.of(
                Arguments.of(
                        "fails", "echo '{\"code\":102,\"msg\":\"the switch said no\"}'; exit 1", "the switch said no"),
                Arguments.of("hangs", "sleep 600", "did not end within 2 s"),
                Arguments.of("prints-garbage", "echo 'all is well {'", "all is well"),
                Arguments.of("prints-nothing", "exit 0", "no result"),
                Arguments.of("prints-before", "echo hello; %1$s/bridge".formatted(REAL), "hello"),
                Arguments.of("prints-after", "%1$s/bridge; echo goodbye".formatted(REAL), "is no result"),
                Arguments.of("prints-10-mb", "head -c 10000000 /dev/zero | tr '\\0' x", "printed more than"),
                Arguments.of("dies-by-signal", "kill -KILL $$", "ended by signal 9"),
                Arguments.of("panics", "echo 'panic: nil map' >&2; exit 2", "panic: nil map"),
                Arguments.of("later", "echo '{\"code\":11,\"msg\":\"not yet\"}'; exit 1", "not yet"));
    }

    /** F7 to F11 and F28. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("misbehaviours")
    void reportsAndHealsAPluginThat(String name, String add, String words) {
        var pod = node().create(name);
        kubectl().annotate(pod, list(nic("storage", "net1")));
        kubectl().awaitInterfaces(pod, "net1");
        var neighbour = linkIndex(pod, "net1");
        script("scripted", add);

        kubectl().annotate(pod, list(nic("storage", "net1"), nic("scripted", "net2"), nic("storage", "net3")));

        kubectl().awaitInterfaces(pod, "net1", "net3");
        kubectl().awaitCondition(pod, "False", words);
        awaitEvent(pod, "FailedAddingInterface", words);
        assertThat(linkIndex(pod, "net1")).isEqualTo(neighbour);

        script("scripted", "exec %s/bridge".formatted(REAL));
        kubectl().awaitInterfaces(pod, "net1", "net2", "net3");
        kubectl().awaitCondition(pod, "True", "");
        assertAgreement(pod, "net1", "net2", "net3");
        assertThat(node().addresses("scripted")).isEqualTo(link(pod, "net2").ips());
        deleteAndAwaitRelease(pod, "storage", "scripted");
    }

    /** F3: nothing was run, so nothing is undone. */
    @Test
    void waitsForAPluginThatIsMissing() {
        network("absent", "absent", "host-local", 3);
        var pod = node().create("missing");

        kubectl().annotate(pod, list(nic("absent", "net1"), nic("storage", "net2")));

        kubectl().awaitInterfaces(pod, "net2");
        kubectl().awaitCondition(pod, "False", "failed to find plugin \"absent\"");
        assertThat(records(pod)).hasSize(1);

        script("absent", "exec %s/bridge".formatted(REAL));
        kubectl().awaitInterfaces(pod, "net1", "net2");
        removePluginAfter(() -> deleteAndAwaitRelease(pod, "storage", "absent"), "absent");
    }

    /** F2: the main plugin made the link before it found that its IPAM plugin is missing. */
    @Test
    void removesTheLinkOfAPluginWhoseIpamIsMissing() {
        network("noipam", "bridge", "absent-ipam", 4);
        var pod = node().create("ipam-missing");

        kubectl().annotate(pod, list(nic("noipam", "net1")));

        kubectl().awaitCondition(pod, "False", "absent-ipam");
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(node().netns(pod).linkNames()).containsExactly("eth0"));
        plugin("absent-ipam", "#!/bin/sh\nexec %s/host-local\n".formatted(REAL));
        kubectl().awaitInterfaces(pod, "net1");
        assertAgreement(pod, "net1");
        removePluginAfter(() -> deleteAndAwaitRelease(pod, "noipam"), "absent-ipam");
    }

    /** F7 with a grandchild: an IPAM plugin that survives its parent would commit an address that nobody knows of. */
    @Test
    void endsTheWholeProcessTreeAtTheTimeLimit() {
        var witness = node().dir().resolve("committed");
        network("slowipam", "bridge", "slow-ipam", 5);
        plugin("slow-ipam", """
                #!/bin/sh
                [ "$CNI_COMMAND" = ADD ] || exec %1$s/host-local
                sleep 4; touch %2$s; exec %1$s/host-local
                """.formatted(REAL, witness));
        var pod = node().create("grandchild");

        kubectl().annotate(pod, list(nic("slowipam", "net1")));
        kubectl().awaitCondition(pod, "False", "did not end within 2 s");
        kubectl().annotate(pod, "[]");

        await().atMost(LIMIT).until(() -> records(pod).isEmpty());
        await().during(Duration.ofSeconds(4)).atMost(LIMIT).until(() -> !Files.exists(witness));
        assertThat(node().addresses("slowipam")).isEmpty();
        assertThat(node().netns(pod).linkNames()).containsExactly("eth0");
        removePlugin("slow-ipam");
        node().delete(pod);
    }

    private void removePluginAfter(Runnable work, String name) {
        work.run();
        removePlugin(name);
    }

    private void script(String name, String add) {
        plugin(name, """
                #!/bin/sh
                [ "$CNI_COMMAND" = ADD ] || exec %s/bridge
                %s
                """.formatted(REAL, add));
    }
}

package dev.patchbay.multus.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.multus.TestRequest;
import dev.patchbay.multus.cache.CachedAttachment.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plug, unplug and release with the plugins that nodes have. */
class InstalledPluginsTest {

    private static final String IPAM =
            "'ipam':{'type':'host-local','dataDir':'DIR/leases','ranges':[[{'subnet':'10.8.0.0/24'}]]}";

    private static final String BRIDGE = "{'cniVersion':'1.0.0','type':'bridge','bridge':'NAME'," + IPAM + "}";

    private static final String HOST_DEVICE =
            "{'cniVersion':'1.0.0','type':'host-device','device':'NAME'," + IPAM + "}";

    @TempDir
    Path dir;

    private AttacherFixture node;

    @BeforeEach
    void makePod() throws Exception {
        AttacherFixture.assumeInstalled("bridge", "host-local", "host-device", "sbr");
        node = new AttacherFixture(dir);
    }

    @AfterEach
    void removePod() throws Exception {
        if (node != null) {
            node.remove();
        }
    }

    @Test
    void plugsAndUnplugsABridge() throws Exception {
        var status = node.attacher.plug(node.plug(BRIDGE, AttachmentRequest.NONE));

        assertThat(status).singleElement().satisfies(entry -> {
            assertThat(entry.name()).isEqualTo("kube-system/lan");
            assertThat(entry.interfaceName()).contains("net1");
            assertThat(entry.ips()).containsExactly("10.8.0.2");
            assertThat(entry.mac())
                    .isEqualTo(node.look().link("net1").orElseThrow().mac());
        });
        assertThat(node.leases()).containsExactly("10.8.0.2");

        node.attacher.unplug(node.unplug("net1", Optional.empty()));
        assertThat(node.look().linkNames()).doesNotContain("net1");
        assertThat(node.leases()).isEmpty();
        assertThat(node.cache.all()).isEmpty();
    }

    @Test
    void freesTheAddressWhenTheNamespaceIsGone() throws Exception {
        node.attacher.plug(node.plug(BRIDGE, AttachmentRequest.NONE));
        node.removeNamespace();

        node.attacher.release(node.cache.get("sandbox-1", "net1").orElseThrow());

        assertThat(node.leases()).isEmpty();
        assertThat(node.cache.all()).isEmpty();
    }

    /** Failure F15: with an empty namespace path host-device succeeds, and keeps its address. */
    @Test
    void freesTheAddressOfAHostDeviceWhoseNamespaceIsGone() throws Exception {
        AttacherFixture.run("ip", "link", "add", node.name, "type", "veth", "peer", "name", node.name + "p");
        node.attacher.plug(node.plug(HOST_DEVICE, AttachmentRequest.NONE));
        assertThat(node.leases()).containsExactly("10.8.0.2");
        node.removeNamespace();

        node.attacher.release(node.cache.get("sandbox-1", "net1").orElseThrow());

        assertThat(node.leases()).isEmpty();
        assertThat(node.cache.all()).isEmpty();
    }

    @Test
    void remembersAnAddressThatCouldNotBeFreed() throws Exception {
        AttacherFixture.run("ip", "link", "add", node.name, "type", "veth", "peer", "name", node.name + "p");
        node.plugin("address", "[ $CNI_COMMAND = DEL ] && exit 3; echo '{\"ips\":[{\"address\":\"10.8.0.9/24\"}]}'");
        node.attacher.plug(node.plug(
                "{'cniVersion':'1.0.0','type':'host-device','device':'NAME','ipam':{'type':'address'}}",
                AttachmentRequest.NONE));
        node.removeNamespace();
        var attached = node.cache.get("sandbox-1", "net1").orElseThrow();

        var failure = catchThrowableOfType(AttachException.class, () -> node.attacher.release(attached));

        assertThat(failure).hasMessageContaining("plugin address failed with exit code 3");
        assertThat(node.cache
                        .get("sandbox-1", "net1")
                        .orElseThrow()
                        .provenance()
                        .orElseThrow()
                        .phase())
                .isEqualTo(Phase.DELETING);
    }

    /** Failure F15: sbr's DEL without a namespace fails, and makes a plain file at the path. */
    @Test
    void releasesAListWithSbr() throws Exception {
        node.attacher.plug(node.plug(
                "{'cniVersion':'1.0.0','plugins':[{'type':'bridge','bridge':'NAME',%s},{'type':'sbr'}]}"
                        .formatted(IPAM),
                AttachmentRequest.NONE));
        node.removeNamespace();

        node.attacher.release(node.cache.get("sandbox-1", "net1").orElseThrow());

        assertThat(node.leases()).isEmpty();
        assertThat(node.netns()).doesNotExist();
        assertThat(node.cache.all()).isEmpty();
    }

    @Test
    void replugsWhereTheRequestIsAnother() throws Exception {
        node.attacher.plug(node.plug(BRIDGE, AttachmentRequest.NONE));

        var capable = BRIDGE.replace("'type':'bridge',", "'type':'bridge','capabilities':{'ips':true},");
        var status = node.attacher.plug(node.plug(capable, TestRequest.ips("10.8.0.77/24")));

        assertThat(status.getFirst().ips()).containsExactly("10.8.0.77");
        assertThat(node.leases()).containsExactly("10.8.0.77");
        assertThat(node.look().link("net1").orElseThrow().addresses()).contains("10.8.0.77/24");
    }

    @Test
    void unplugsWhatAnotherProgramMadeByItsCache() throws Exception {
        node.attacher.plug(node.plug(BRIDGE, AttachmentRequest.NONE));
        var results = Files.createDirectories(dir.resolve("foreign/results"));
        Files.move(dir.resolve("cache/results/lan-sandbox-1-net1"), results.resolve("lan-sandbox-1-net1"));
        node.cache.remove("sandbox-1", "net1");

        node.attacher.unplug(node.unplug("net1", Optional.empty()));

        assertThat(node.look().linkNames()).doesNotContain("net1");
        assertThat(node.leases()).isEmpty();
        assertThat(results).isEmptyDirectory();
    }

    @Test
    void unplugsByTheNadWhatNoCacheKnows() throws Exception {
        node.attacher.plug(node.plug(BRIDGE, AttachmentRequest.NONE));
        node.cache.remove("sandbox-1", "net1");

        var failure = catchThrowableOfType(
                AttachException.class, () -> node.attacher.unplug(node.unplug("net1", Optional.empty())));
        assertThat(failure.kind()).isEqualTo(AttachException.Kind.REFUSED);
        assertThat(node.look().linkNames()).contains("net1");

        node.attacher.unplug(node.unplug("net1", Optional.of(BRIDGE)));
        assertThat(node.look().linkNames()).doesNotContain("net1");
        assertThat(node.leases()).isEmpty();
    }

    /** Whoever may write a pod's status could claim that eth0 is an attachment. */
    @Test
    void neverUnplugsThePodsOwnNetwork() throws Exception {
        node.defaultNetwork();

        for (var own : List.of("eth0", "lo")) {
            var failure = catchThrowableOfType(
                    AttachException.class, () -> node.attacher.unplug(node.unplug(own, Optional.of(BRIDGE))));
            assertThat(failure).as(own).isNotNull();
            assertThat(failure.kind()).isEqualTo(AttachException.Kind.REFUSED);
        }
        assertThat(node.look().linkNames()).contains("eth0", "lo");
    }
}

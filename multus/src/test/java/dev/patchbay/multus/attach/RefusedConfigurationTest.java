package dev.patchbay.multus.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.patchbay.annotations.selection.AttachmentRequest;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mistakes in a NAD that plugins refuse at DEL as they do at ADD: once corrected, the interface can be plugged. */
class RefusedConfigurationTest {

    private static final String IPAM =
            "'ipam':{'type':'host-local','dataDir':'DIR/leases','ranges':[[{'subnet':'10.8.0.0/24'}]]}";

    private static final String CORRECT = "{'cniVersion':'1.0.0','type':'bridge','bridge':'NAME'," + IPAM + "}";

    @TempDir
    Path dir;

    private AttacherFixture node;

    @BeforeEach
    void makePod() throws Exception {
        AttacherFixture.assumeInstalled("bridge", "host-local", "host-device", "macvlan", "tuning", "vlan");
        node = new AttacherFixture(dir);
    }

    @AfterEach
    void removePod() throws Exception {
        if (node != null) {
            node.remove();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'type':'bridge','bridge':'NAME','mtu':'big'                                              | cannot unmarshal
            'type':'bridge','bridge':'NAME','vlan':99999                                             | invalid VLAN
            'type':'bridge','bridge':'NAME','ipam':5                                                 | cannot unmarshal
            'type':'bridge','bridge':'NAME','ipam':{'type':'missing'}                                | failed to find
            'type':'bridge','bridge':'NAME','ipam':{'type':'host-local','ranges':[[{'subnet':'x'}]]} | invalid CIDR
            'type':'macvlan','master':'missing'                                                      | Link not found
            'type':'vlan','master':'missing','vlanId':5                                              | Link not found
            'type':'host-device','device':'missing'                                                  | Link not found
            'plugins':[{'type':'bridge','bridge':'NAME'},{'type':'tuning','mtu':'x'}]                | cannot unmarshal
            'plugins':[{'type':'bridge','bridge':'NAME'},{'type':'missing'}]                         | failed to find
            'plugins':[{'type':'bridge','bridge':'NAME','mtu':'x'},{'type':'tuning','mtu':'x'}]      | cannot unmarshal
            """)
    void owesNothingForWhatWasRefused(String mistake, String words) throws Exception {
        var failure = catchThrowableOfType(
                AttachException.class,
                () -> node.attacher.plug(node.plug("{'cniVersion':'0.4.0'," + mistake + "}", AttachmentRequest.NONE)));

        assertThat(failure).hasMessageStartingWith("ADD of net1").hasMessageContaining(words);
        assertThat(node.cache.all()).isEmpty();
        assertThat(node.look().linkNames()).doesNotContain("net1");
        assertThat(node.attacher.plug(node.plug(CORRECT, AttachmentRequest.NONE)))
                .hasSize(1);
    }

    /** The plugin as of 1.1.1 cannot DEL without its master; without IPAM there is nothing to give back. */
    @Test
    void unplugsAMacvlanWithoutAddressesWhoseMasterIsGone() throws Exception {
        AttacherFixture.run("ip", "link", "add", node.name, "type", "veth", "peer", "name", node.name + "p");
        node.attacher.plug(
                node.plug("{'cniVersion':'1.0.0','type':'macvlan','master':'NAME'}", AttachmentRequest.NONE));
        AttacherFixture.run("ip", "link", "del", node.name);

        node.attacher.unplug(node.unplug("net1", Optional.empty()));

        assertThat(node.cache.all()).isEmpty();
    }

    /** What refused at ADD because of this, and at DEL because of that, may have done something in between. */
    @Test
    void owesADelThatFailsForAnotherReason() throws Exception {
        node.plugin("scripted", "echo '{\"code\":100,\"msg\":\"no '$CNI_COMMAND' today\"}'; exit 1");

        var failure = catchThrowableOfType(
                AttachException.class,
                () -> node.attacher.plug(
                        node.plug("{'cniVersion':'1.0.0','type':'scripted'}", AttachmentRequest.NONE)));

        assertThat(failure).hasMessageContaining("no ADD today");
        assertThat(node.cache.all()).hasSize(1);
    }
}

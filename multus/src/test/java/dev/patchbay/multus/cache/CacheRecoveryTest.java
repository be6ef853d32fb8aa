package dev.patchbay.multus.cache;

import static dev.patchbay.multus.TestConfigs.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.annotations.selection.NetworkSelections;
import dev.patchbay.annotations.selection.ParsedSelections;
import dev.patchbay.multus.cache.CachedAttachment.Phase;
import dev.patchbay.multus.cache.CachedAttachment.Provenance;
import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.cni.NetworkConfigs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Caches as crashes, people and other programs leave them. */
class CacheRecoveryTest {

    private static final Instant EARLIER = Instant.parse("2026-12-01T10:00:00Z");
    private static final Instant LATER = Instant.parse("2026-12-01T11:00:00Z");

    @TempDir
    Path dir;

    @Test
    void opensAlthoughAFileOfThatNameWasSetAsideBefore() throws Exception {
        var results = Files.createDirectories(dir.resolve("results"));
        Files.writeString(results.resolve("a.broken"), "earlier");
        Files.writeString(results.resolve("a"), "later");

        assertThat(AttachmentCache.open(dir).problems()).hasSize(1);
        assertThat(results.resolve("a")).doesNotExist();
        assertThat(results.resolve("a.broken")).hasContent("later");
    }

    @Test
    void opensAlthoughABrokenFileHasTheLongestNameThereIs() throws Exception {
        var results = Files.createDirectories(dir.resolve("results"));
        Files.writeString(results.resolve("n".repeat(255)), "{");

        var cache = AttachmentCache.open(dir);

        assertThat(cache.problems()).hasSize(1);
        assertThat(cache.all()).isEmpty();
    }

    /** A crash between the writing of a record under another network's name and the removal of the former one. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void believesTheLaterOfTwoRecordsOfOneInterface(boolean firstIsLater) throws Exception {
        AttachmentCache.open(dir).put(attachment("first", firstIsLater ? LATER : EARLIER));
        var other = dir.resolve("other");
        AttachmentCache.open(other).put(attachment("second", firstIsLater ? EARLIER : LATER));
        Files.move(other.resolve("results/second-id-net1"), dir.resolve("results/second-id-net1"));

        var cache = AttachmentCache.open(dir);

        assertThat(cache.all())
                .singleElement()
                .satisfies(a -> assertThat(a.call().network().name()).isEqualTo(firstIsLater ? "first" : "second"));
        cache.remove("id", "net1");
        assertThat(dir.resolve("results")).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"containerId", "ifName", "config", "kind", "patchbay"})
    void setsAFileAsideThatNoDelCouldBeMadeOf(String missing) throws Exception {
        AttachmentCache.open(dir).put(attachment("net", EARLIER));
        var file = dir.resolve("results/net-id-net1");
        var content = (ObjectNode) json(Files.readString(file));
        content.remove(missing);
        Files.writeString(file, content.toString());

        var cache = AttachmentCache.open(dir);

        assertThat(cache.all()).isEmpty();
        assertThat(cache.problems()).singleElement().asString().contains("net-id-net1", "set aside");
    }

    /** Were it read back otherwise, each restart would replug. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "-0", "-0.0", "1e2", "0.1", "4294967296", "1e-400", "18446744073709551616"})
    void readsEveryNumberBackAsTheAnnotationHasIt(String number) throws Exception {
        var annotation = "[{\"name\":\"net\",\"cni-args\":{\"x\":%s}}]".formatted(number);
        var request = ((ParsedSelections.Valid) NetworkSelections.parse(annotation, "default"))
                .elements()
                .getFirst()
                .request();
        AttachmentCache.open(dir).put(attachment("net", EARLIER, request));

        var read = AttachmentCache.open(dir).get("id", "net1").orElseThrow();

        assertThat(read.provenance().orElseThrow().request()).isEqualTo(request);
    }

    /** As libcni writes it for a single configuration without arguments. */
    @Test
    void readsWhatOthersLeaveOut() throws Exception {
        foreign("lan-id-net1", "{'cniVersion':'0.3.1','type':'macvlan'}", "'networkName':'lan'");

        var found = new ForeignCaches(List.of(dir)).ofSandbox("id");

        assertThat(found).singleElement().satisfies(a -> {
            assertThat(a.call().network().name()).isEqualTo("lan");
            assertThat(a.call().network().plugins()).hasSize(1);
            assertThat(a.call().args()).isEmpty();
            assertThat(a.call().capabilityArgs()).isEmpty();
            assertThat(a.call().netns()).isEmpty();
            assertThat(a.result()).isEmpty();
        });
    }

    @Test
    void readsArgumentsAndResultsOfOldVersions() throws Exception {
        foreign(
                "lan-id-net1",
                "{'cniVersion':'0.2.0','name':'lan','plugins':[{'type':'bridge'}]}",
                "'cniArgs':[['K8S_POD_NAME','web'],['IgnoreUnknown','1']],'capabilityArgs':{'mac':'m'},"
                        + "'result':{'cniVersion':'0.2.0','ip4':{'ip':'10.0.0.2/24'}}");

        var found = new ForeignCaches(List.of(dir)).ofSandbox("id").getFirst();

        assertThat(found.call().args())
                .containsExactly(new CniCall.Arg("K8S_POD_NAME", "web"), new CniCall.Arg("IgnoreUnknown", "1"));
        assertThat(found.call().capabilityArgs()).containsOnlyKeys("mac");
        assertThat(found.result().orElseThrow().ips().getFirst().address()).isEqualTo("10.0.0.2/24");
    }

    /** Before {@code cniCacheV1} a file was the bare result; and an id within another one's is not that one. */
    @Test
    void passesOverFilesOfTheFormerKindAndOfOtherSandboxes() throws Exception {
        var results = Files.createDirectories(dir.resolve("results"));
        Files.writeString(results.resolve("lan-id-net1"), "{\"cniVersion\":\"0.4.0\",\"ips\":[]}");
        Files.createFile(results.resolve("lan-id-net2"));
        foreign("lan-id-net3", "{'name':'lan','type':'bridge'}", "'networkName':'lan'");
        var file = results.resolve("lan-id-net3");
        Files.writeString(file, Files.readString(file).replace("\"id\"", "\"other-id\""));

        assertThat(new ForeignCaches(List.of(dir)).ofSandbox("id")).isEmpty();
        assertThat(results.resolve("lan-id-net1")).exists();
    }

    private void foreign(String name, String config, String more) throws IOException {
        var results = Files.createDirectories(dir.resolve("results"));
        var encoded =
                Base64.getEncoder().encodeToString(config.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        Files.writeString(
                results.resolve(name),
                "{'kind':'cniCacheV1','containerId':'id','config':'%s','ifName':'net1',%s}"
                        .formatted(encoded, more)
                        .replace('\'', '"'));
    }

    private static CachedAttachment attachment(String network, Instant since) throws Exception {
        return attachment(network, since, AttachmentRequest.NONE);
    }

    private static CachedAttachment attachment(String network, Instant since, AttachmentRequest request)
            throws Exception {
        return new CachedAttachment(
                new CniCall(
                        NetworkConfigs.parse("{\"type\":\"bridge\"}", network),
                        "id",
                        "/run/netns/x",
                        "net1",
                        List.of(),
                        Map.of()),
                Optional.empty(),
                Optional.of(new Provenance(
                        "default",
                        "web",
                        "uid",
                        new NetworkName("default", "storage"),
                        request,
                        Phase.ADDING,
                        since,
                        List.of(),
                        List.of())));
    }
}

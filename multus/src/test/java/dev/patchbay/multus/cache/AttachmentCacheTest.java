package dev.patchbay.multus.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.annotations.selection.NetworkSelections;
import dev.patchbay.annotations.selection.ParsedSelections;
import dev.patchbay.annotations.status.NetworkStatus;
import dev.patchbay.multus.TestConfigs;
import dev.patchbay.multus.cache.CachedAttachment.Phase;
import dev.patchbay.multus.cache.CachedAttachment.Provenance;
import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.cni.CniException;
import dev.patchbay.multus.cni.CniResult;
import dev.patchbay.multus.cni.NetworkConfigs;
import dev.patchbay.multus.cni.ResultCodec;
import dev.patchbay.multus.netns.DefaultRoute;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;

class AttachmentCacheTest {

    private static final String ELEMENTS = """
            [{"name":"storage","ips":["10.0.0.5/24"],"mac":"02:00:00:00:00:01","bandwidth":{"ingressRate":8000},
              "portMappings":[{"hostPort":8080,"containerPort":80}],"default-route":["10.0.0.1"],
              "cni-args":{"n":3,"long":9007199254740993,"x":1.50,"deep":{"list":[1,2.5,null,true]}}}]""";

    @TempDir
    Path dir;

    /** A request that is read from disk equals the one from the annotation: else every restart would replug. */
    @Test
    void readsBackWhatItWroteEqualToTheLastNumber() throws Exception {
        var attached = attachment("net", "id", "net1", Phase.ATTACHED);
        AttachmentCache.open(dir).put(attached);

        var reopened = AttachmentCache.open(dir);

        assertThat(reopened.problems()).isEmpty();
        assertThat(reopened.all()).hasSize(1);
        var read = reopened.get("id", "net1").orElseThrow();
        assertThat(read.provenance()).isEqualTo(attached.provenance());
        assertThat(read.result()).isEqualTo(attached.result());
        assertThat(read.call().network().json().toString())
                .isEqualTo(attached.call().network().json().toString());
        assertThat(read.call().args()).isEqualTo(attached.call().args());
        assertThat(read.call().capabilityArgs().toString())
                .isEqualTo(attached.call().capabilityArgs().toString());
    }

    @Test
    void keepsAnIntentWithoutResult() throws Exception {
        AttachmentCache.open(dir).put(attachment("net", "id", "net1", Phase.ADDING));

        var read = AttachmentCache.open(dir).get("id", "net1").orElseThrow();

        assertThat(read.result()).isEmpty();
        assertThat(read.provenance().orElseThrow().phase()).isEqualTo(Phase.ADDING);
    }

    @Test
    void writesLibcnisFormatForItsOwnerOnly() throws Exception {
        AttachmentCache.open(dir).put(attachment("net", "id", "net1", Phase.ATTACHED));

        var file = dir.resolve("results/net-id-net1");
        var json = TestConfigs.json(Files.readString(file));
        assertThat(json.path("kind").asString("")).isEqualTo("cniCacheV1");
        assertThat(json.path("containerId").asString("")).isEqualTo("id");
        assertThat(json.path("ifName").asString("")).isEqualTo("net1");
        assertThat(json.path("networkName").asString("")).isEqualTo("net");
        assertThat(new String(Base64.getDecoder().decode(json.path("config").asString("")), StandardCharsets.UTF_8))
                .contains("\"type\":\"bridge\"");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("results"))))
                .isEqualTo("rwx------");
    }

    @Test
    void replacesTheRecordOfTheSameInterfaceUnderAnotherNetwork() throws Exception {
        var cache = AttachmentCache.open(dir);
        cache.put(attachment("one", "id", "net1", Phase.ATTACHED));
        cache.put(attachment("two", "id", "net1", Phase.ADDING));

        assertThat(AttachmentCache.open(dir).all())
                .singleElement()
                .satisfies(a -> assertThat(a.call().network().name()).isEqualTo("two"));
    }

    @Test
    void removesARecordAndIsContentWhenThereIsNone() throws Exception {
        var cache = AttachmentCache.open(dir);
        cache.put(attachment("net", "id", "net1", Phase.ATTACHED));
        cache.put(attachment("net", "id", "net2", Phase.ATTACHED));

        cache.remove("id", "net1");
        cache.remove("id", "net9");

        assertThat(cache.ofSandbox("id")).hasSize(1);
        assertThat(AttachmentCache.open(dir).all()).hasSize(1);
    }

    /** A loss of power leaves files of no bytes in programs that write in place. */
    @Test
    void setsBrokenFilesAsideAndReportsThem() throws Exception {
        AttachmentCache.open(dir).put(attachment("net", "id", "net1", Phase.ATTACHED));
        Files.createFile(dir.resolve("results/empty"));
        Files.writeString(dir.resolve("results/garbage"), "{");
        Files.writeString(dir.resolve("results/half.tmp"), "{");

        var cache = AttachmentCache.open(dir);

        assertThat(cache.all()).hasSize(1);
        assertThat(cache.problems()).hasSize(2).allMatch(p -> p.contains("set aside"));
        assertThat(dir.resolve("results/garbage.broken")).exists();
        assertThat(dir.resolve("results/half.tmp")).doesNotExist();
        assertThat(AttachmentCache.open(dir).problems()).isEmpty();
    }

    @Test
    void refusesANameThatIsTooLongBeforeItWritesAnything() throws Exception {
        var cache = AttachmentCache.open(dir);

        assertThatThrownBy(() -> cache.put(attachment("n".repeat(250), "id", "net1", Phase.ADDING)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("shorten the network's name");

        assertThat(cache.all()).isEmpty();
        assertThat(dir.resolve("results")).isEmptyDirectory();
    }

    @Test
    void readsTheFilesOfOthersByTheirContent() throws Exception {
        var results = Files.createDirectories(dir.resolve("results"));
        var config = Base64.getEncoder()
                .encodeToString("{\"cniVersion\":\"0.3.1\",\"name\":\"a-b\",\"type\":\"macvlan\"}"
                        .getBytes(StandardCharsets.UTF_8));
        Files.writeString(results.resolve("a-b-id-net1"), """
                {"kind":"cniCacheV1","containerId":"id","config":"%s","ifName":"net1","networkName":"a-b","netns":"/n",
                 "result":{"cniVersion":"0.3.1","interfaces":[{"name":"net1","sandbox":"/n"}],"dns":{}}}""".formatted(config));
        Files.writeString(results.resolve("x-id-broken"), "{");
        Files.writeString(
                results.resolve("x-other-id"),
                "{\"kind\":\"cniCacheV1\",\"containerId\":\"other\",\"config\":\"%s\"}".formatted(config));
        var foreign = new ForeignCaches(List.of(dir, dir.resolve("absent")));

        var found = foreign.ofSandbox("id");

        assertThat(found).singleElement().satisfies(a -> {
            assertThat(a.call().network().name()).isEqualTo("a-b");
            assertThat(a.call().interfaceName()).isEqualTo("net1");
            assertThat(a.provenance()).isEmpty();
            assertThat(a.result().orElseThrow().interfaces()).hasSize(1);
        });
        foreign.remove(found.getFirst());
        assertThat(foreign.ofSandbox("id")).isEmpty();
    }

    private static CachedAttachment attachment(String network, String sandbox, String interfaceName, Phase phase)
            throws CniException {
        var element = ((ParsedSelections.Valid) NetworkSelections.parse(ELEMENTS, "default"))
                .elements()
                .getFirst();
        Optional<CniResult> result = phase == Phase.ADDING
                ? Optional.empty()
                : Optional.of(ResultCodec.parse(
                        TestConfigs.json("{'cniVersion':'1.0.0','ips':[{'address':'10.0.0.5/24'}]}"), "1.0.0"));
        var status = new NetworkStatus(
                "default/storage",
                Optional.of(interfaceName),
                List.of("10.0.0.5"),
                Optional.of("02:00:00:00:00:01"),
                OptionalInt.of(1400),
                false,
                List.of("10.0.0.1"),
                JsonNodeFactory.instance.objectNode(),
                Optional.empty(),
                Map.of());
        return new CachedAttachment(
                new CniCall(
                        NetworkConfigs.parse(
                                "{\"cniVersion\":\"1.0.0\",\"type\":\"bridge\",\"big\":9007199254740993,\"x\":1.10}",
                                network),
                        sandbox,
                        "/run/netns/x",
                        interfaceName,
                        List.of(new CniCall.Arg("IgnoreUnknown", "true")),
                        Map.of("ips", TestConfigs.json("['10.0.0.5/24']"))),
                result,
                Optional.of(new Provenance(
                        "default",
                        "web",
                        "uid",
                        new NetworkName("default", "storage"),
                        element.request(),
                        phase,
                        Instant.parse("2026-12-01T10:00:00Z"),
                        phase == Phase.ADDING ? List.of() : List.of(status),
                        List.of(new DefaultRoute(false, "eth0", Optional.of("10.0.0.1"), OptionalLong.of(100))))));
    }
}

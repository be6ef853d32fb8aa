package dev.patchbay.verticles.ipam.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockCodec;
import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.block.Lease;
import dev.patchbay.verticles.ipam.block.Owner;
import dev.patchbay.verticles.ipam.block.Rest;
import io.fabric8.crdv2.generator.CRDGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The custom resource definitions in deploy/ are those of these types; {@code -Dcrds.write} writes them anew. */
class CustomResourcesTest {

    private static final Path DEPLOYED = Path.of("../deploy/crds");
    private static final YAMLMapper YAML = new YAMLMapper();

    @TempDir
    private Path generated;

    @ParameterizedTest
    @ValueSource(strings = {"ippools.patchbay.dev-v1.yml", "addressblocks.patchbay.dev-v1.yml"})
    void areDeployedAsGenerated(String file) throws IOException {
        generate();
        if (System.getProperty("crds.write") != null) {
            Files.createDirectories(DEPLOYED);
            Files.copy(generated.resolve(file), DEPLOYED.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }

        assertThat(DEPLOYED.resolve(file))
                .as("written anew by: mvn verify -pl verticles -am -Dtest=CustomResourcesTest -Dcrds.write")
                .hasSameTextualContentAs(generated.resolve(file));
    }

    @Test
    void knowEveryFieldThatIsWritten() throws IOException {
        var now = Instant.parse("2026-12-01T00:00:00Z");
        var leases = List.of(
                lease("10.0.0.1", new Owner.PodOwner("u", "ns", "p", "net1"), now),
                lease("10.0.0.2", new Owner.ContainerOwner("c", "net1"), now),
                lease("10.0.0.3", new Owner.ClaimOwner("u", "ns", "c"), now));
        var rests = List.of(new Rest(Address.parse("10.0.0.4"), now, 3, "pod/u/net1"));
        var key = BlockKey.of("default", Address.parse("10.0.0.0"));
        var block = new Block(key, Optional.of("a"), now, now, 9, leases, rests);

        generate();
        var schema = YAML.readTree(
                        generated.resolve("addressblocks.patchbay.dev-v1.yml").toFile())
                .at("/spec/versions/0/schema/openAPIV3Schema/properties/spec");

        assertKnown(schema, BlockCodec.write(block), "spec");
    }

    private void generate() {
        new CRDGenerator()
                .customResourceClasses(IPPool.class, AddressBlock.class)
                .inOutputDir(generated.toFile())
                .generate();
    }

    private static void assertKnown(JsonNode schema, JsonNode value, String path) {
        if (value.isObject()) {
            for (var field : value.properties()) {
                assertThat(schema.path("properties").has(field.getKey()))
                        .as(path + "." + field.getKey())
                        .isTrue();
                assertKnown(
                        schema.path("properties").path(field.getKey()), field.getValue(), path + "." + field.getKey());
            }
        }
        if (value.isArray()) {
            value.forEach(item -> assertKnown(schema.path("items"), item, path + "[]"));
        }
    }

    private static Lease lease(String address, Owner owner, Instant now) {
        return new Lease(
                Address.parse(address),
                owner,
                "pool",
                0,
                "sandbox",
                "net1",
                "a",
                now,
                1,
                Optional.of("02:00:00:00:00:01"),
                Optional.of("ns/nad"));
    }
}

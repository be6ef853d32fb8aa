package dev.patchbay.verticles.ipam.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockCodec;
import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.block.Lease;
import dev.patchbay.verticles.ipam.block.Owner;
import dev.patchbay.verticles.ipam.block.Rest;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The custom resource definitions in deploy/ are those of these types; {@code -Dcrds.write} writes them anew. */
class CustomResourcesTest {

    private static final Path DEPLOYED = Path.of("../deploy/crds");
    private static final List<Class<? extends HasMetadata>> TYPES = List.of(IPPool.class, AddressBlock.class);
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

    /** Rules and columns are lists with a key; the API server refuses a server-side apply that has a key twice. */
    @ParameterizedTest
    @ValueSource(strings = {"ippools.patchbay.dev-v1.yml", "addressblocks.patchbay.dev-v1.yml"})
    void haveEveryRuleAndColumnOnce(String file) throws IOException {
        generate();
        var definition = YAML.readTree(generated.resolve(file).toFile());

        for (var rules : definition.findValues("x-kubernetes-validations")) {
            assertThat(rules.findValuesAsString("rule")).doesNotHaveDuplicates();
        }
        for (var columns : definition.findValues("additionalPrinterColumns")) {
            assertThat(columns.findValuesAsString("name"))
                    .doesNotHaveDuplicates()
                    .last()
                    .isEqualTo("Age");
        }
        assertThat(definition.findValues("x-kubernetes-validations")).isNotEmpty();
        assertThat(definition.findValues("additionalPrinterColumns")).isNotEmpty();
    }

    /** A schema that refused what the reader takes would be a rule that nobody knows of. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            cidr, 10.0.0.0/24, true
            cidr, 2001:db8::/64, true
            cidr, 10.0.0.0, false
            cidr, 10.0.0.1-10.0.0.9/24, false
            first, fd00::1, true
            first, 10.0.0.1/24, false
            last, 10.0.0.9, true
            gateway, fe80::1, true
            gateway, none, false
            exclude, 10.0.0.1, true
            exclude, 10.0.0.0/28, true
            exclude, 10.0.0.1-10.0.0.9, true
            exclude, fd00::1-fd00::9, true
            exclude, 10.0.0.1-10.0.0.9/24, false
            """)
    void knowTheFormsOfAddresses(String field, String text, boolean right) throws IOException {
        generate();
        var range = YAML.readTree(
                        generated.resolve("ippools.patchbay.dev-v1.yml").toFile())
                .at("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/ranges/items/properties");

        var pattern = range.path(field).findValue("pattern").stringValue();
        assertThat(Pattern.matches(pattern, text)).isEqualTo(right);
    }

    private void generate() {
        new CRDGenerator()
                .customResourceClasses(TYPES)
                .inOutputDir(generated.toFile())
                .withPostProcessor(new CRDPostProcessor() {
                    @Override
                    public HasMetadata process(HasMetadata definition, String version) {
                        return withColumnsAsDeclared((CustomResourceDefinition) definition);
                    }
                })
                .generate();
    }

    /** The generator sorts columns by their paths; people look for the name's next. */
    private static HasMetadata withColumnsAsDeclared(CustomResourceDefinition definition) {
        var type = TYPES.stream()
                .filter(its -> its.getSimpleName()
                        .equals(definition.getSpec().getNames().getKind()))
                .findFirst()
                .orElseThrow();
        var declared = Arrays.stream(type.getAnnotationsByType(AdditionalPrinterColumn.class))
                .map(AdditionalPrinterColumn::name)
                .toList();
        definition
                .getSpec()
                .getVersions()
                .forEach(version -> version.getAdditionalPrinterColumns()
                        .sort(Comparator.comparingInt(column -> declared.indexOf(column.getName()))));
        return definition;
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

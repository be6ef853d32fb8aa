package dev.patchbay.verticles.podwatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.multus.nad.Nad;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NadsTest {

    @Test
    void readsConfigurationAndResource() {
        assertThat(Nads.of(nad(
                        ", \"annotations\": {\"k8s.v1.cni.cncf.io/resourceName\": \"x/vf\"}", "{\"config\": \"{}\"}")))
                .isEqualTo(new Nad(new NetworkName("ns1", "a"), Optional.of("{}"), Optional.of("x/vf"), "7"));
    }

    @Test
    void takesAMissingAndABlankConfigurationForNone() {
        var none = new Nad(new NetworkName("ns1", "a"), Optional.empty(), Optional.empty(), "7");

        assertThat(Nads.of(nad("", "{}"))).isEqualTo(none);
        assertThat(Nads.of(nad("", "null"))).isEqualTo(none);
        assertThat(Nads.of(nad("", "{\"config\": \" \"}"))).isEqualTo(none);
    }

    @Test
    void handsOnWhatAnInformerTells() {
        var told = new ArrayList<String>();
        var handler = new Handler<String>(
                s -> told.add("added " + s), (a, b) -> told.add(a + " became " + b), s -> told.add("deleted " + s));

        handler.onAdd("x");
        handler.onUpdate("x", "y");
        handler.onDelete("y", true);

        assertThat(told).isEqualTo(List.of("added x", "x became y", "deleted y"));
    }

    private static GenericKubernetesResource nad(String moreMetadata, String spec) {
        return Serialization.unmarshal("""
                {"apiVersion": "k8s.cni.cncf.io/v1", "kind": "NetworkAttachmentDefinition",
                 "metadata": {"namespace": "ns1", "name": "a", "resourceVersion": "7"%s}, "spec": %s}""".formatted(moreMetadata, spec), GenericKubernetesResource.class);
    }
}

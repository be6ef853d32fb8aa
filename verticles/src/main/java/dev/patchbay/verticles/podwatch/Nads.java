package dev.patchbay.verticles.podwatch;

import dev.patchbay.annotations.Keys;
import dev.patchbay.annotations.NetworkName;
import dev.patchbay.multus.nad.Nad;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Map;
import java.util.Optional;

/** From the API server's NetworkAttachmentDefinition to what Patchbay reads of it. */
final class Nads {

    static final ResourceDefinitionContext CONTEXT = new ResourceDefinitionContext.Builder()
            .withGroup("k8s.cni.cncf.io")
            .withVersion("v1")
            .withKind("NetworkAttachmentDefinition")
            .withPlural("network-attachment-definitions")
            .withNamespaced(true)
            .build();

    private Nads() {}

    static NetworkName name(GenericKubernetesResource resource) {
        return new NetworkName(
                resource.getMetadata().getNamespace(), resource.getMetadata().getName());
    }

    static Nad of(GenericKubernetesResource resource) {
        var meta = resource.getMetadata();
        String config = resource.get("spec", "config");
        return new Nad(
                name(resource),
                Optional.ofNullable(config).filter(text -> !text.isBlank()),
                Optional.ofNullable(Optional.ofNullable(meta.getAnnotations())
                        .orElse(Map.of())
                        .get(Keys.RESOURCE_NAME)),
                meta.getResourceVersion());
    }
}

package dev.patchbay.verticles.ipam.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;

/** The schema of blocks, which the custom resource definition is made of. The program reads and writes them as trees. */
@Group("patchbay.dev")
@Version("v1alpha1")
@Kind("AddressBlock")
@AdditionalPrinterColumn(name = "Block", jsonPath = ".spec.cidr")
@AdditionalPrinterColumn(name = "Domain", jsonPath = ".spec.domain")
@AdditionalPrinterColumn(name = "Node", jsonPath = ".spec.node")
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
class AddressBlock extends CustomResource<AddressBlock.Spec, Void> {

    private static final long serialVersionUID = 1L;

    @ValidationRule(
            value = "self.cidr == oldSelf.cidr && self.domain == oldSelf.domain",
            message = "a block is one run of addresses for ever")
    record Spec(
            @Required @Size(max = 43) @JsonPropertyDescription("The addresses: 64 of them.")
            String cidr,

            @Required @Size(max = 100) @JsonPropertyDescription("Where they are unique.")
            String domain,

            @JsonPropertyDescription("The node that takes addresses from here first; a hint, no right.")
            String node,

            @Required String createdAt,

            @JsonPropertyDescription("When it got its present node.")
            String claimedAt,

            @Required @Min(0) @JsonPropertyDescription("Grows with every change; a late release is told by it.")
            Long sequence,

            @Size(max = 64) @JsonPropertyDescription("Addresses in use, and whose they are.")
            List<Lease> leases,

            @Size(max = 64) @JsonPropertyDescription("Released addresses, in the order of their reuse.")
            List<Rest> rests) {}

    record Lease(
            @Required String address,
            @Required Owner owner,

            @Required @JsonPropertyDescription("The pool that it was taken from.")
            String pool,

            @Required @Min(0) @JsonPropertyDescription("Which range of the pool it is for.")
            Integer slot,

            @Required @JsonPropertyDescription("The sandbox that asked last.")
            String containerId,

            @Required String ifname,
            @Required String node,

            @Required @JsonPropertyDescription("When the owner got it.")
            String since,

            @Min(0) Long sequence,
            String mac,

            @JsonPropertyDescription("The network that it was asked for.")
            String nad) {}

    @ValidationRule(
            value = "[has(self.pod), has(self.container), has(self.claim)].filter(x, x).size() == 1",
            message = "an owner is a pod, a container or a claim")
    record Owner(Pod pod, Container container, Claim claim) {}

    record Pod(
            @Required String uid,
            @Required String namespace,
            @Required String name,
            @Required String ifname) {}

    record Container(@Required String id, @Required String ifname) {}

    record Claim(
            @Required String uid,
            @Required String namespace,
            @Required String name) {}

    record Rest(
            @Required String address,
            @Required String releasedAt,
            @Min(0) Long sequence,

            @JsonPropertyDescription("The key of the owner that had it.")
            String lastOwner) {}
}

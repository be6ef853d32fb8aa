package dev.patchbay.verticles.ipam.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;

/** The schema of pools, which the custom resource definition is made of. The program reads pools as trees. */
@Group("patchbay.dev")
@Version("v1alpha1")
@Kind("IPPool")
@AdditionalPrinterColumn(name = "Ranges", jsonPath = ".spec.ranges[*].cidr")
@AdditionalPrinterColumn(name = "Domain", jsonPath = ".spec.domain")
@AdditionalPrinterColumn(name = "Used", jsonPath = ".status.used")
@AdditionalPrinterColumn(name = "Free", jsonPath = ".status.free")
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
class IPPool extends CustomResource<IPPool.Spec, IPPool.Status> {

    private static final long serialVersionUID = 1L;

    private static final String ADDRESS = "[0-9A-Fa-f:.]{2,39}";
    private static final String LENGTH = "/[0-9]{1,3}";

    /** The rule stands here, as one on a component of a record is generated twice, which server-side apply refuses. */
    @ValidationRule(value = "self.domain == oldSelf.domain", message = "the domain of a pool cannot be changed")
    record Spec(
            @Required @Size(min = 1, max = 64) @JsonPropertyDescription("One address is taken from each range.")
            List<Range> ranges,

            @Default("default")
            @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$")
            @Size(max = 100)
            @JsonPropertyDescription(
                    "Where its addresses must be unique. Pools of one domain may overlap: an address still has one owner.")
            String domain,

            @JsonPropertyDescription("Routes that the interface gets.")
            List<Route> routes,

            @JsonPropertyDescription("DNS settings for the result.")
            Dns dns,

            @Default("60s")
            @Pattern("^[0-9]{1,9}(ms|s|m|h)$")
            @JsonPropertyDescription("How long a released address rests before another gets it.")
            String reuseDelay,

            @JsonPropertyDescription("The namespaces whose pods may take addresses. Empty: all.")
            List<@Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$") String> namespaces) {}

    record Range(
            @Required
            @Pattern("^" + ADDRESS + LENGTH + "$")
            @JsonPropertyDescription("The subnet, such as 10.0.0.0/24.")
            String cidr,

            @Pattern("^" + ADDRESS + "$")
            @JsonPropertyDescription("The first address to give; the subnet's first where it is missing.")
            String first,

            @Pattern("^" + ADDRESS + "$")
            @JsonPropertyDescription("The last address to give; the subnet's last where it is missing.")
            String last,

            @Size(max = 256) @JsonPropertyDescription("What is never given: addresses, subnets, or first-last.")
            List<@Pattern("^" + ADDRESS + "(" + LENGTH + "|-" + ADDRESS + ")?$") String> exclude,

            @Pattern("^" + ADDRESS + "$") @JsonPropertyDescription("The gateway; it is never given.")
            String gateway) {}

    record Route(
            @Required String dst,
            String gw,
            Integer mtu,
            Integer advmss,
            Integer priority,
            Integer table,
            Integer scope) {}

    record Dns(List<String> nameservers, String domain, List<String> search, List<String> options) {}

    record Status(
            @JsonPropertyDescription("How many addresses the pool has; a text, as IPv6 has very many.")
            String capacity,

            @JsonPropertyDescription("How many are leased.") String used,

            @JsonPropertyDescription("How many were released lately and rest.")
            String resting,

            String free,

            @JsonPropertyDescription("How many leased addresses an edit of the pool left outside.")
            String outside,

            List<RangeStatus> ranges,
            List<NodeStatus> nodes,
            List<Condition> conditions) {}

    record RangeStatus(String range, String capacity, String used, String resting, String free) {}

    record NodeStatus(String name, String used) {}
}

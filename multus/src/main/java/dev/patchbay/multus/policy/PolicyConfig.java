package dev.patchbay.multus.policy;

import java.util.Set;

/**
 * What pods may do with NADs. An empty set of things allowed means "any".
 *
 * @param namespaceIsolation whether a pod may only use NADs of its own namespace and of {@code globalNamespaces}
 * @param globalNamespaces   namespaces whose NADs every pod may use
 * @param adminNamespaces    namespaces whose NADs may say anything: who writes there is trusted with the nodes
 * @param restrictHostKeys   whether NADs of other namespaces may not hand raw firewall arguments to plugins, nor point
 *                           plugins to files outside the customary folders ({@link HostKeys})
 * @param pluginTypes        plugin types allowed, IPAM plugins included
 * @param masters            host interfaces allowed to be built upon (macvlan, ipvlan, vlan) or handed over (host-device)
 * @param bridges            bridges on the node allowed to be joined
 * @param capabilities       capabilities that an element may use ({@code ips}, {@code mac}, {@code portMappings}, ...)
 * @param lowestHostPort     lowest host port for {@code portMappings}
 * @param highestHostPort    highest host port for {@code portMappings}
 * @param reservedHostPorts  host ports between them that are the node's own
 */
public record PolicyConfig(
        boolean namespaceIsolation,
        Set<String> globalNamespaces,
        Set<String> adminNamespaces,
        boolean restrictHostKeys,
        Set<String> pluginTypes,
        Set<String> masters,
        Set<String> bridges,
        Set<String> capabilities,
        int lowestHostPort,
        int highestHostPort,
        Set<Integer> reservedHostPorts) {

    /**
     * Safe for a cluster whose users may edit pods, and open to every ordinary NAD: namespaces are isolated, any plugin,
     * master and bridge is allowed, host ports begin above the well-known ones (sshd) and spare etcd, the API server and
     * the kubelet with its fellows.
     */
    public static final PolicyConfig DEFAULT = new PolicyConfig(
            true,
            Set.of("default"),
            Set.of("kube-system"),
            true,
            Set.of(),
            Set.of(),
            Set.of(),
            Set.of(),
            1024,
            65535,
            Set.of(2379, 2380, 6443, 10248, 10249, 10250, 10255, 10256, 10257, 10259));

    public PolicyConfig {
        globalNamespaces = Set.copyOf(globalNamespaces);
        adminNamespaces = Set.copyOf(adminNamespaces);
        pluginTypes = Set.copyOf(pluginTypes);
        masters = Set.copyOf(masters);
        bridges = Set.copyOf(bridges);
        capabilities = Set.copyOf(capabilities);
        reservedHostPorts = Set.copyOf(reservedHostPorts);
    }
}

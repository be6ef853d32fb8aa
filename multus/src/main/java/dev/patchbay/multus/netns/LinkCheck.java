package dev.patchbay.multus.netns;

import dev.patchbay.multus.cni.CniResult;
import inet.ipaddr.IPAddressString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Compares a namespace with what a plugin may do there, and with what it says it did. */
public final class LinkCheck {

    private LinkCheck() {}

    /**
     * Returns why ADD must not be run: a link of that name is there. Neither may DEL be run then, because a plugin's DEL
     * removes whatever link bears the name.
     */
    public static Optional<String> beforeAdd(NamespaceView view, String ifName) {
        return view.link(ifName)
                .map(link -> "Interface " + ifName + " exists already in the pod and is not ours"
                        + (link.addresses().isEmpty() ? "" : " (it has " + String.join(", ", link.addresses()) + ")")
                        + ". It is left alone: ask for another interface name.");
    }

    /**
     * Returns in what the namespace differs from the result of an ADD, one sentence each; empty if it agrees.
     *
     * @param netnsPath CNI_NETNS of the ADD; interfaces that the result puts elsewhere are not looked for
     */
    public static List<String> afterAdd(NamespaceView view, CniResult result, String ifName, String netnsPath) {
        var differences = new ArrayList<String>();
        expectedLinks(result, ifName, netnsPath).stream()
                .filter(name -> view.link(name).isEmpty())
                .forEach(name -> differences.add("The plugin reported success, but interface " + name
                        + " is not in the pod's network namespace."));
        for (var ip : result.ips()) {
            owner(result, ip, ifName, netnsPath)
                    .flatMap(view::link)
                    .filter(link -> link.addresses().stream().noneMatch(address -> sameAddress(address, ip.address())))
                    .ifPresent(link -> differences.add("The plugin reported the address " + ip.address()
                            + ", but interface " + link.name() + " does not have it."));
        }
        return List.copyOf(differences);
    }

    private static Set<String> expectedLinks(CniResult result, String ifName, String netnsPath) {
        var names = new HashSet<>(Set.of(ifName));
        for (var link : result.interfaces()) {
            if (isIn(link, netnsPath)) {
                names.add(link.name());
            }
        }
        // A device that is handed to the pod as such (vhost-user socket, VFIO) has no link.
        result.interfaces().stream()
                .filter(link -> link.socketPath().isPresent() || link.pciId().isPresent())
                .forEach(link -> names.remove(link.name()));
        return names;
    }

    private static Optional<String> owner(CniResult result, CniResult.Ip ip, String ifName, String netnsPath) {
        var index = ip.interfaceIndex().orElse(-1);
        if (index < 0 || index >= result.interfaces().size()) {
            return Optional.of(ifName);
        }
        return Optional.of(result.interfaces().get(index))
                .filter(link -> isIn(link, netnsPath))
                .map(CniResult.Interface::name);
    }

    private static boolean isIn(CniResult.Interface link, String netnsPath) {
        return link.sandbox().filter(netnsPath::equals).isPresent();
    }

    /** Prefix lengths are not compared: some plugins report another than the one that they set. */
    private static boolean sameAddress(String one, String other) {
        var address = new IPAddressString(one).getAddress();
        return address != null && address.equals(new IPAddressString(other).getAddress());
    }
}

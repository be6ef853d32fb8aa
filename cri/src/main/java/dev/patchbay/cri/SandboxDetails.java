package dev.patchbay.cri;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the runtime knows of one sandbox.
 *
 * @param sandboxId      its ID
 * @param state          whether it runs
 * @param networkMode    whose network it uses
 * @param netnsPath      the path of its network namespace; empty on the host's network, or where the runtime tells none
 * @param pid            its process, where the runtime keeps one (CRI-O mostly does not)
 * @param netnsClosed    whether the runtime has taken the namespace down already; its path leads nowhere then
 * @param runtimeType    e.g. {@code io.containerd.runc.v2}; containerd only
 * @param runtimeHandler the RuntimeClass' handler; empty for the default one
 * @param defaultNetwork the pod's own interface, as the runtime made it; empty on the host's network
 */
public record SandboxDetails(
        String sandboxId,
        Sandbox.State state,
        NetworkMode networkMode,
        Optional<String> netnsPath,
        OptionalLong pid,
        boolean netnsClosed,
        Optional<String> runtimeType,
        String runtimeHandler,
        Optional<DefaultNetwork> defaultNetwork) {

    private static final String KATA = "kata";

    /** Whose network a sandbox uses. */
    public enum NetworkMode {
        /** Its own. */
        POD,
        /** The host's. */
        NODE
    }

    /**
     * The pod's own interface.
     *
     * @param interfaceName e.g. {@code eth0}
     * @param mac           containerd only
     * @param ips           addresses without prefix length
     * @param gateways      their gateways; containerd only
     */
    public record DefaultNetwork(String interfaceName, Optional<String> mac, List<String> ips, List<String> gateways) {

        public DefaultNetwork {
            ips = List.copyOf(ips);
            gateways = List.copyOf(gateways);
        }
    }

    /** Returns whether it runs. */
    public boolean isReady() {
        return state == Sandbox.State.READY;
    }

    /**
     * Returns whether the sandbox is a virtual machine (Kata Containers), whose guest would not see a new link of its
     * namespace.
     */
    public boolean isVirtualMachine() {
        return runtimeType.filter(SandboxDetails::isKata).isPresent() || isKata(runtimeHandler);
    }

    /** Kata's runtime types are io.containerd.kata.v2, io.containerd.kata-qemu.v2 and so on; handlers are named alike. */
    private static boolean isKata(String name) {
        return name.toLowerCase(Locale.ROOT).contains(KATA);
    }
}

package dev.patchbay.multus.netns;

import dev.patchbay.multus.os.ErrnoException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Looks into network namespaces and changes little things there, by netlink and without running a program. Each call
 * opens the namespace anew and leaves nothing open. Calls block for well below a millisecond and may be made from any
 * thread, also at the same time. Needs CAP_SYS_ADMIN, and CAP_NET_ADMIN for the changes.
 */
public final class NetworkNamespaces {

    /** Returns the links, their addresses, and the default routes of the main table. */
    public NamespaceView look(Path netns) throws IOException {
        return NamespaceThread.run(netns, NetworkNamespaces::view);
    }

    /**
     * Proves that a path is a pod's network namespace.
     *
     * @param sandboxPid a process of the sandbox, where one is known; only meaningful where this process sees the
     *                   node's process IDs ({@code hostPID})
     * @throws IOException if the file is there but cannot be examined
     */
    public NamespaceProof prove(Path netns, OptionalLong sandboxPid) throws IOException {
        return NamespaceProver.prove(netns, sandboxPid);
    }

    /** Deletes a link; one that is absent is fine. */
    public void deleteLink(Path netns, String name) throws IOException {
        NamespaceThread.run(netns, socket -> {
            var failure = socket.change(NetlinkRequests.deleteLink(name));
            return check("delete link " + name, failure, ErrnoException.ENODEV);
        });
    }

    /** Adds a default route to the main table; one that is there already is fine. */
    public void addDefaultRoute(Path netns, DefaultRoute route) throws IOException {
        NamespaceThread.run(netns, socket -> {
            var what = "add " + route.toText();
            var link = view(socket).link(route.interfaceName());
            if (link.isEmpty()) {
                throw new ErrnoException(what, ErrnoException.ENODEV);
            }
            var failure = socket.change(
                    NetlinkRequests.addDefaultRoute(route, link.get().index()));
            return check(what, failure, ErrnoException.EEXIST);
        });
    }

    /** Removes a default route from the main table; one that is absent is fine. */
    public void removeDefaultRoute(Path netns, DefaultRoute route) throws IOException {
        NamespaceThread.run(netns, socket -> {
            var link = view(socket).link(route.interfaceName());
            if (link.isEmpty()) {
                return null;
            }
            var failure = socket.change(
                    NetlinkRequests.removeDefaultRoute(route, link.get().index()));
            return check("remove " + route.toText(), failure, ErrnoException.ESRCH);
        });
    }

    private static NamespaceView view(NetlinkSocket socket) throws IOException {
        return NamespaceDump.view(
                socket.dump("list links", NetlinkRequests.dumpLinks()),
                socket.dump("list addresses", NetlinkRequests.dumpAddresses()),
                socket.dump("list routes", NetlinkRequests.dumpRoutes()));
    }

    private static Void check(String what, OptionalInt failure, int harmless) throws ErrnoException {
        if (failure.isPresent() && failure.getAsInt() != harmless) {
            throw new ErrnoException(what, failure.getAsInt());
        }
        return null;
    }
}

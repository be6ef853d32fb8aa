package dev.patchbay.multus.netns;

import dev.patchbay.multus.netns.Libc.FileId;
import dev.patchbay.multus.netns.NamespaceProof.Kind;
import dev.patchbay.multus.netns.NamespaceProof.Proven;
import dev.patchbay.multus.netns.NamespaceProof.Refused;
import dev.patchbay.multus.os.ErrnoException;
import dev.patchbay.multus.os.SystemCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/** Proves that a path is a pod's network namespace by what is open, never by how the path is spelled. */
final class NamespaceProver {

    private static final long NSFS = 0x6e736673;
    private static final long TMPFS = 0x01021994;

    private NamespaceProver() {}

    static NamespaceProof prove(Path netns, OptionalLong sandboxPid) throws IOException {
        int fd;
        try {
            fd = Libc.open(netns.toString());
        } catch (ErrnoException e) {
            return unopened(netns, e);
        }
        try {
            var notANamespace = notANetworkNamespace(netns, fd);
            if (notANamespace.isPresent()) {
                return notANamespace.get();
            }
            var id = Libc.fileId(fd);
            return host(netns, id)
                    .or(() ->
                            sandboxPid.isPresent() ? otherSandbox(netns, id, sandboxPid.getAsLong()) : Optional.empty())
                    .<NamespaceProof>map(refused -> refused)
                    .orElseGet(() -> new Proven(id.device(), id.inode()));
        } finally {
            SystemCalls.close(fd);
        }
    }

    private static NamespaceProof unopened(Path netns, ErrnoException e) throws IOException {
        if (e.errno() == ErrnoException.ENOENT || e.errno() == ErrnoException.ENOTDIR) {
            return new Refused(Kind.GONE, "The network namespace " + netns + " does not exist (any more).");
        }
        throw e;
    }

    private static Optional<Refused> notANetworkNamespace(Path netns, int fd) throws IOException {
        var fileSystem = Libc.fileSystemType(fd);
        if (fileSystem == TMPFS) {
            return refused(
                    Kind.NOT_A_NAMESPACE,
                    netns
                            + " is a plain file on a tmpfs, no namespace: the namespace was mounted on the node after this"
                            + " container started. Mount its directory with mountPropagation: HostToContainer.");
        }
        if (fileSystem != NSFS) {
            return refused(
                    Kind.NOT_A_NAMESPACE,
                    netns + " is no network namespace, but a file of file system 0x" + Long.toHexString(fileSystem)
                            + ".");
        }
        return Libc.isNetworkNamespace(fd)
                ? Optional.empty()
                : refused(Kind.NOT_A_NAMESPACE, netns + " is a namespace of another kind, no network namespace.");
    }

    private static Optional<Refused> host(Path netns, FileId id) {
        var isHost = idOf("/proc/self/ns/net").filter(id::equals).isPresent()
                || idOf("/proc/1/ns/net").filter(id::equals).isPresent();
        return isHost
                ? refused(Kind.HOST, netns + " is the node's own network namespace; pods on it get no interfaces.")
                : Optional.empty();
    }

    private static Optional<Refused> otherSandbox(Path netns, FileId id, long pid) {
        var sandbox = idOf("/proc/" + pid + "/ns/net");
        if (sandbox.isEmpty()) {
            return refused(
                    Kind.GONE,
                    "The sandbox's process " + pid + " is gone or cannot be read, so it is not proved that " + netns
                            + " is its network namespace.");
        }
        return sandbox.get().equals(id)
                ? Optional.empty()
                : refused(
                        Kind.NOT_THE_SANDBOX,
                        netns + " is not the network namespace that the sandbox's process " + pid + " is in.");
    }

    /** Returns what the path refers to, if it may be read: foreign processes may not always be looked at. */
    private static Optional<FileId> idOf(String path) {
        try {
            var fd = Libc.open(path);
            try {
                return Optional.of(Libc.fileId(fd));
            } finally {
                SystemCalls.close(fd);
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<Refused> refused(Kind kind, String reason) {
        return Optional.of(new Refused(kind, reason));
    }
}

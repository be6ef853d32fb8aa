package dev.patchbay.cri;

import dev.patchbay.cri.CriException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Where container runtimes have their sockets. */
public final class CriSockets {

    /** The well-known sockets, in the order in which they are tried. */
    public static final List<Path> WELL_KNOWN = List.of(
            Path.of("/run/containerd/containerd.sock"),
            Path.of("/run/crio/crio.sock"),
            Path.of("/run/k3s/containerd/containerd.sock"),
            Path.of("/run/k0s/containerd.sock"),
            Path.of("/var/snap/microk8s/common/run/containerd.sock"),
            Path.of("/var/run/cri-dockerd.sock"));

    private static final String UNIX_SCHEME = "unix://";

    /** The file type in a mode, and its value for a socket; see inode(7). */
    private static final int FILE_TYPE_MASK = 0170000;

    private static final int SOCKET_TYPE = 0140000;

    private CriSockets() {}

    /**
     * Returns the socket to use.
     *
     * @param configured an absolute path, with or without {@code unix://}, which need not exist yet; blank: the first
     *                   well-known socket that exists
     * @throws CriException of kind UNAVAILABLE where the path is not usable, or nothing is configured and no well-known
     *                      socket exists
     */
    public static Path choose(String configured) {
        return choose(configured, CriSockets::isSocket);
    }

    static Path choose(String configured, Predicate<Path> isSocket) {
        return configured.isBlank() ? detect(isSocket) : parse(configured.strip());
    }

    private static Path parse(String configured) {
        var path = configured.startsWith(UNIX_SCHEME) ? configured.substring(UNIX_SCHEME.length()) : configured;
        if (!path.startsWith("/")) {
            throw new CriException(
                    Kind.UNAVAILABLE,
                    "the container runtime's socket \"%s\" is not an absolute path; write e.g. %s or %s%s"
                            .formatted(configured, WELL_KNOWN.getFirst(), UNIX_SCHEME, WELL_KNOWN.getFirst()));
        }
        return Path.of(path);
    }

    private static Path detect(Predicate<Path> isSocket) {
        return WELL_KNOWN.stream()
                .filter(isSocket)
                .findFirst()
                .orElseThrow(() -> new CriException(
                        Kind.UNAVAILABLE,
                        "no container runtime was found: none of %s is a socket; name its socket in cri.socket"
                                .formatted(
                                        WELL_KNOWN.stream().map(Path::toString).collect(Collectors.joining(", ")))));
    }

    static boolean isSocket(Path path) {
        try {
            return ((int) Files.getAttribute(path, "unix:mode") & FILE_TYPE_MASK) == SOCKET_TYPE;
        } catch (IOException e) {
            return false;
        }
    }
}

package dev.patchbay.cri;

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

    private static final String SCHEME = "unix://";

    private CriSockets() {}

    /**
     * Returns the socket to use.
     *
     * @param configured a path, with or without {@code unix://}; empty: the first well-known socket that exists
     * @throws CriException of kind UNAVAILABLE where the configured path is not absolute, or where nothing is configured
     *                      and no well-known socket exists
     */
    public static Path choose(String configured) {
        return choose(configured, CriSockets::isThere);
    }

    static Path choose(String configured, Predicate<Path> isThere) {
        if (!configured.isBlank()) {
            return configured(configured.strip());
        }
        return WELL_KNOWN.stream()
                .filter(isThere)
                .findFirst()
                .orElseThrow(() -> new CriException(
                        CriException.Kind.UNAVAILABLE,
                        "no container runtime was found: none of %s exists; name its socket in cri.socket"
                                .formatted(
                                        WELL_KNOWN.stream().map(Path::toString).collect(Collectors.joining(", ")))));
    }

    private static Path configured(String text) {
        var path = Path.of(text.startsWith(SCHEME) ? text.substring(SCHEME.length()) : text);
        if (!path.isAbsolute()) {
            throw new CriException(
                    CriException.Kind.UNAVAILABLE,
                    "cri.socket is %s: the absolute path of a unix socket is expected".formatted(text));
        }
        return path;
    }

    private static boolean isThere(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
    }
}

package dev.patchbay.verticles.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The whole configuration. What each key means stands in {@code defaults.yaml}. */
public record PatchbayConfig(
        String nodeName,
        Kubernetes kubernetes,
        Cri cri,
        Cni cni,
        Ipam ipam,
        PolicySettings policy,
        Retry retry,
        Duration resync,
        Duration sweep,
        Http http,
        Duration shutdownTimeout) {

    /** Access to the API server. */
    public record Kubernetes(String kubeconfig) {}

    /** The container runtime. */
    public record Cri(String socket, Duration timeout) {}

    /** The CNI runtime. */
    public record Cni(
            List<Path> binDirs,
            Path confDir,
            Path cacheDir,
            List<Path> foreignCacheDirs,
            Path deviceInfoDir,
            List<String> execPrefix,
            Duration addTimeout,
            Duration delTimeout,
            int parallelism) {}

    /** The shared IPAM. */
    public record Ipam(boolean enabled, Path socket, Store store, Path directory, Duration reuseDelay, boolean borrow) {

        /** Where addresses are recorded. */
        public enum Store {
            kubernetes,
            files
        }
    }

    /** What NADs and elements may do. */
    public record PolicySettings(
            boolean namespaceIsolation,
            List<String> globalNamespaces,
            List<String> adminNamespaces,
            List<String> allowedPlugins,
            List<String> allowedMasters,
            List<String> allowedBridges,
            List<String> allowedCapabilities,
            boolean restrictHostKeys,
            int minHostPort,
            int maxHostPort,
            List<Integer> reservedHostPorts) {}

    /** When a failed NIC is tried again. */
    public record Retry(Duration initial, Duration max) {}

    /** The HTTP server. */
    public record Http(String host, int port, String portFile) {}
}

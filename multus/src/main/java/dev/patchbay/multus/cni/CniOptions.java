package dev.patchbay.multus.cni;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How plugins are run.
 *
 * @param binDirs     directories in which plugins are looked up, first match wins; also CNI_PATH
 * @param execPrefix  a command put before each plugin, e.g. {@code nsenter … --}; empty: none
 * @param addTimeout  time limit of one plugin's ADD, CHECK, GC, STATUS or VERSION
 * @param delTimeout  time limit of one plugin's DEL
 * @param path        the plugins' PATH: iptables, nft and ip are looked up there
 * @param variables   more of the plugins' environment
 * @param outputLimit the most bytes that a plugin may print to stdout, and that are kept of its stderr
 */
public record CniOptions(
        List<Path> binDirs,
        List<String> execPrefix,
        Duration addTimeout,
        Duration delTimeout,
        String path,
        Map<String, String> variables,
        int outputLimit) {

    /** The default time limit of an ADD. */
    public static final Duration DEFAULT_ADD_TIMEOUT = Duration.ofSeconds(60);

    /** The default time limit of a DEL. */
    public static final Duration DEFAULT_DEL_TIMEOUT = Duration.ofSeconds(30);

    /** The default PATH; the sbin directories matter, as iptables and nft live there. */
    public static final String DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    /** The default output limit, 1 MiB. */
    public static final int DEFAULT_OUTPUT_LIMIT = 1 << 20;

    public CniOptions {
        binDirs = List.copyOf(binDirs);
        execPrefix = List.copyOf(execPrefix);
        variables = Map.copyOf(variables);
    }

    /** Returns the defaults for plugins in {@code binDirs}. */
    public static CniOptions of(List<Path> binDirs) {
        return new CniOptions(
                binDirs,
                List.of(),
                DEFAULT_ADD_TIMEOUT,
                DEFAULT_DEL_TIMEOUT,
                DEFAULT_PATH,
                Map.of(),
                DEFAULT_OUTPUT_LIMIT);
    }

    /** Returns these options with a command put before each plugin. */
    public CniOptions withExecPrefix(List<String> prefix) {
        return new CniOptions(binDirs, prefix, addTimeout, delTimeout, path, variables, outputLimit);
    }

    /** Returns these options with other time limits. */
    public CniOptions withTimeouts(Duration add, Duration del) {
        return new CniOptions(binDirs, execPrefix, add, del, path, variables, outputLimit);
    }

    /** Returns these options with more variables in the plugins' environment. */
    public CniOptions withVariables(Map<String, String> more) {
        return new CniOptions(binDirs, execPrefix, addTimeout, delTimeout, path, more, outputLimit);
    }
}

package dev.patchbay.verticles.main;

import dev.patchbay.verticles.config.ConfigException;
import dev.patchbay.verticles.config.ConfigLoader;
import dev.patchbay.verticles.config.PatchbayConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of Patchbay. */
@Command(
        name = "patchbay",
        description = "Hot-plugs network interfaces into running Kubernetes pods.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        subcommands = {Main.Run.class, Main.Ipam.class, Main.Defaults.class})
public final class Main {

    private static final int BAD_CONFIGURATION = 2;
    private static final int FAILED = 1;

    private static final String LOG_LEVEL = "PATCHBAY_LOG_LEVEL";
    private static final String LOG_LEVEL_KEY = "org.slf4j.simpleLogger.defaultLogLevel";

    private Main() {}

    /** Runs a command and exits with its code. */
    public static void main(String[] args) {
        // Before the first logger is made.
        Optional.ofNullable(System.getenv(LOG_LEVEL)).ifPresent(level -> System.setProperty(LOG_LEVEL_KEY, level));
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main());
    }

    /** A program that runs until SIGTERM. */
    abstract static class Server implements Callable<Integer> {

        @Option(names = "--config", paramLabel = "FILE", description = "YAML file; see 'patchbay defaults'.")
        private Optional<Path> file;

        @Spec
        private CommandSpec spec;

        /** Starts it; returns what stops it. */
        abstract Runnable start(PatchbayConfig config) throws StartException;

        @Override
        public Integer call() throws InterruptedException {
            PrintWriter err = spec.commandLine().getErr();
            try {
                var stop = start(new ConfigLoader().load(file, System.getenv()));
                Runtime.getRuntime().addShutdownHook(new Thread(stop, "patchbay-shutdown"));
                new CountDownLatch(1).await();
                return 0;
            } catch (ConfigException e) {
                err.println("patchbay: " + e.getMessage());
                return BAD_CONFIGURATION;
            } catch (StartException e) {
                err.println("patchbay: " + e.getMessage());
                return FAILED;
            }
        }
    }

    /** Serves this node until SIGTERM. */
    @Command(name = "run", description = "Serve the pods of this node until SIGTERM.", mixinStandardHelpOptions = true)
    static final class Run extends Server {

        @Override
        Runnable start(PatchbayConfig config) throws StartException {
            return Patchbay.start(config)::stop;
        }
    }

    /** Serves the IPAM plugin alone. */
    @Command(
            name = "ipam",
            description = "Serve the IPAM plugin alone until SIGTERM, without Kubernetes: for one machine's container"
                    + " runtime. Addresses are recorded in files, in ipam.directory.",
            mixinStandardHelpOptions = true)
    static final class Ipam extends Server {

        @Override
        Runnable start(PatchbayConfig config) throws StartException {
            return IpamAlone.start(config)::stop;
        }
    }

    /** Prints the defaults. */
    @Command(
            name = "defaults",
            description = "Print every configuration key with its default and what it means.",
            mixinStandardHelpOptions = true)
    static final class Defaults implements Runnable {

        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            var out = spec.commandLine().getOut();
            out.print(ConfigLoader.defaults());
            out.flush();
        }
    }

    /** The version, from the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {
                "patchbay "
                        + Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
                                .orElse("(development build)")
            };
        }
    }
}

package dev.patchbay.multus.netns;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** A network namespace of its own for a test; the test is skipped where none can be made. */
final class TestNamespace implements AutoCloseable {

    private final String name =
            "pbt-" + Long.toHexString(ThreadLocalRandom.current().nextLong());

    TestNamespace() {
        assumeTrue(
                "root".equals(System.getProperty("user.name")) && run("ip", "netns", "add", name),
                "network namespaces can only be made by root, with iproute2");
    }

    Path path() {
        return Path.of("/run/netns", name);
    }

    String name() {
        return name;
    }

    /** Runs {@code ip -n <this namespace>} with the words of each line. */
    TestNamespace ip(String... lines) {
        for (var line : lines) {
            var command = new ArrayList<>(List.of("ip", "-n", name));
            command.addAll(List.of(line.split(" ")));
            if (!run(command.toArray(String[]::new))) {
                throw new IllegalStateException("failed: " + String.join(" ", command));
            }
        }
        return this;
    }

    @Override
    public void close() {
        run("ip", "netns", "del", name);
    }

    private static boolean run(String... command) {
        try {
            var process = new ProcessBuilder(command).inheritIO().start();
            return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

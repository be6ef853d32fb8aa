package dev.patchbay.multus.ipam;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.patchbay.multus.json.ExactJson;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** One run of the plugin that Maven built: its exit code, what it printed (a character per byte), how long it took. */
record PluginRun(int exit, String out, Duration took) {

    static final Path BINARY = Path.of("target/cni/patchbay").toAbsolutePath();

    /** Runs the plugin with this environment only. */
    static PluginRun of(Map<String, String> environment, String stdin) throws IOException, InterruptedException {
        return of(List.of(BINARY.toString()), environment, stdin);
    }

    static PluginRun of(List<String> command, Map<String, String> environment, String stdin)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        var process = start(command, environment);
        Thread.ofVirtual().start(() -> feed(process, stdin));
        var out = new String(process.getInputStream().readAllBytes(), ISO_8859_1);
        return new PluginRun(exit(process), out, Duration.ofNanos(System.nanoTime() - start));
    }

    static Process start(List<String> command, Map<String, String> environment) throws IOException {
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    static int exit(Process process) throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the plugin does not end");
        }
        return process.exitValue();
    }

    private static void feed(Process process, String stdin) {
        try (var in = process.getOutputStream()) {
            in.write(stdin.getBytes(ISO_8859_1));
        } catch (IOException e) {
            // The plugin did not want to read all of it.
        }
    }

    /** Returns the CNI error object that was printed. */
    JsonNode error() throws JacksonException {
        return ExactJson.MAPPER.readTree(out);
    }
}

package dev.patchbay.it.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The product as a process of its own, as on a node. */
public final class Controller {

    /** The options that it is run with on a node, too; from the root of the project, or from a module of it. */
    private static final Path JVM_OPTIONS = Stream.of("deploy/jvm.options", "../deploy/jvm.options")
            .map(Path::of)
            .filter(Files::exists)
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("deploy/jvm.options is not here"));

    private final Path dir;
    private final URI apiServer;
    private final String configuration;
    private final HttpClient http = HttpClient.newHttpClient();
    private Process process;

    Controller(Path dir, URI apiServer, String configuration) {
        this.dir = dir;
        this.apiServer = apiServer;
        this.configuration = configuration;
    }

    /** Starts it and waits until it serves. */
    public void start() {
        launch();
        awaitReady();
    }

    /** Starts it without waiting. */
    public void launch() {
        try {
            Files.deleteIfExists(portFile());
            var config = Files.writeString(dir.resolve("patchbay.yaml"), configuration);
            var command = new ArrayList<String>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.add("@" + JVM_OPTIONS);
            command.addAll(moreOptions());
            command.addAll(List.of(
                    "-cp",
                    System.getenv().getOrDefault("PATCHBAY_CLASSPATH", System.getProperty("java.class.path")),
                    "dev.patchbay.verticles.main.Main",
                    "run",
                    "--config",
                    config.toString()));
            var builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
            // As in a cluster: the server comes by the environment, and there is no kubeconfig.
            builder.environment().put("KUBERNETES_MASTER", apiServer.toString());
            builder.environment().put("KUBERNETES_AUTH_TRYKUBECONFIG", "false");
            // As the launcher does: one arena, for the C library's allocator would keep one per thread.
            builder.environment().put("MALLOC_ARENA_MAX", "1");
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Options of the virtual machine by the environment, for experiments. */
    private static List<String> moreOptions() {
        var options = System.getenv().getOrDefault("PATCHBAY_JVM_OPTIONS", "");
        return options.isBlank() ? List.of() : List.of(options.split(" ", -1));
    }

    /** Waits until /readyz says yes. */
    public void awaitReady() {
        try {
            Awaitility.await("controller")
                    .atMost(30, TimeUnit.SECONDS)
                    .pollInterval(20, TimeUnit.MILLISECONDS)
                    .until(() -> !process.isAlive() || isReady());
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException(
                    "the controller is not ready: " + get("/readyz").body() + logText(), e);
        }
        if (!process.isAlive()) {
            throw new IllegalStateException("the controller ended: " + logText());
        }
    }

    private boolean isReady() {
        return Files.exists(portFile()) && get("/readyz").statusCode() == 200;
    }

    /** Asks it to end (SIGTERM) and waits; returns its exit code. */
    public int stop() {
        return end(process.toHandle()::destroy);
    }

    /** Ends it at once (SIGKILL). */
    public void kill() {
        end(process.toHandle()::destroyForcibly);
    }

    private int end(Runnable signal) {
        try {
            signal.run();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("the controller did not end: " + logText());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns whether it runs. */
    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Returns the process ID. */
    public long pid() {
        return process.pid();
    }

    /** Asks its HTTP server. */
    public HttpResponse<String> get(String path) {
        try {
            var port = Files.readString(portFile()).strip();
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns its resident memory in MiB. */
    public long residentMebibytes() {
        try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns its log file. */
    public Path log() {
        return dir.resolve("patchbay.log");
    }

    /** Returns its log. */
    public String logText() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path portFile() {
        return dir.resolve("port");
    }
}

package dev.patchbay.it.node;

import dev.patchbay.annotations.Keys;
import dev.patchbay.cri.CriClient;
import dev.patchbay.cri.CriOptions;
import dev.patchbay.cri.SandboxDetails;
import dev.patchbay.it.api.InProcessApiServer;
import dev.patchbay.it.containerd.Containerd;
import dev.patchbay.it.containerd.SandboxApi;
import dev.patchbay.it.host.HostState;
import dev.patchbay.it.host.Netns;
import dev.patchbay.it.host.Shell;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A node: a containerd of its own, an API server, pods with real sandboxes, and the controller as a process. */
public final class TestNode implements AutoCloseable {

    /** The namespace of the pods. */
    public static final String NAMESPACE = "default";

    private static final String NODE_NAME = "node-1";
    private static final String PLUGIN_CHAINS = "CNI-HOSTPORT-";
    private static final Path CNI_STATE = Path.of("/var/lib/cni");

    /** The shims keep their sockets there, wherever containerd's own directories are. */
    private static final Path RUNTIME_STATE = Path.of("/run/containerd");

    private final HostState before = HostState.now();
    private final boolean hadCniState = Files.exists(CNI_STATE);
    private final boolean hadRuntimeState = Files.exists(RUNTIME_STATE);
    private final Path dir;
    private final int subnet;
    private final Containerd containerd;
    private final InProcessApiServer api;
    private final Kubectl kubectl;
    private final Vertx vertx = Vertx.vertx();
    private final CriClient cri;
    private final Map<String, TestPod> pods = new LinkedHashMap<>();
    private final List<String> hostLinks = new ArrayList<>();
    private final Map<String, String> settings = new HashMap<>();
    private Controller controller;

    private TestNode(Path dir) {
        this.dir = dir;
        this.subnet = ThreadLocalRandom.current().nextInt(120, 250);
        this.containerd = Containerd.start(dir, subnet);
        this.api = InProcessApiServer.start(dir);
        this.kubectl = new Kubectl(api.client());
        this.cri = CriClient.create(vertx, new CriOptions(containerd.socket(), Duration.ofSeconds(10)));
    }

    /** Starts a node without a controller. */
    public static TestNode create() {
        try {
            return new TestNode(Files.createTempDirectory("pb"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes a key of the controller's configuration, e.g. {@code retry.max}; to be called before its start. */
    public TestNode with(String key, String value) {
        settings.put(key, value);
        return this;
    }

    /** Starts the controller and waits until it serves. */
    public TestNode startController() {
        controller().start();
        return this;
    }

    /** Returns the controller. */
    public Controller controller() {
        if (controller == null) {
            controller = new Controller(dir, api.url(), ControllerConfig.yaml(this, settings));
        }
        return controller;
    }

    /** Returns the user's view of the API server. */
    public Kubectl kubectl() {
        return kubectl;
    }

    /** Returns the API server. */
    public InProcessApiServer api() {
        return api;
    }

    /** Returns the container runtime. */
    public Containerd containerd() {
        return containerd;
    }

    /** Returns the node's own directory. */
    public Path dir() {
        return dir;
    }

    /** Returns a number that is part of this node's names and addresses, so that two nodes do not meet. */
    public int number() {
        return subnet;
    }

    /** Returns the node's name. */
    public String name() {
        return NODE_NAME;
    }

    /** Makes a pod as scheduler and kubelet do: the object, the sandbox, then phase and addresses. */
    public TestPod create(PodSpec spec) {
        var pod = new TestPod(
                NAMESPACE, spec.name(), UUID.randomUUID().toString(), 0, Optional.empty(), Optional.empty());
        var annotations = new HashMap<>(spec.annotations());
        spec.networks().ifPresent(text -> annotations.put(Keys.NETWORKS, text));
        api.client()
                .pods()
                .inNamespace(NAMESPACE)
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName(pod.name())
                        .withUid(pod.uid())
                        .withAnnotations(annotations)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(NODE_NAME)
                        .withHostNetwork(spec.hostNetwork())
                        .endSpec()
                        .withNewStatus()
                        .withPhase("Pending")
                        .endStatus()
                        .build())
                .create();
        return spec.sandbox() ? runSandbox(pod, spec.hostNetwork()) : pod;
    }

    /** Makes an ordinary pod. */
    public TestPod create(String name) {
        return create(PodSpec.of(name));
    }

    /** Makes a new sandbox for a pod whose old one has ended. */
    public TestPod recreateSandbox(TestPod pod) {
        return runSandbox(pod.with(pod.attempt() + 1, Optional.empty(), Optional.empty()), false);
    }

    private TestPod runSandbox(TestPod pod, boolean hostNetwork) {
        var id = containerd
                .sandboxes()
                .run(new SandboxApi.Identity(pod.namespace(), pod.name(), pod.uid(), pod.attempt()), hostNetwork);
        var details = details(id);
        var running = pod.with(pod.attempt(), Optional.of(id), details.netnsPath());
        pods.put(id, running);
        kubectl.patchStatus(running, runningStatus(running, details));
        return running;
    }

    private static String runningStatus(TestPod pod, SandboxDetails details) {
        var ip = details.defaultNetwork()
                .flatMap(network -> network.ips().stream().findFirst())
                .orElse("127.0.0.1");
        return """
                {"status": {"phase": "Running", "podIP": "%1$s", "podIPs": [{"ip": "%1$s"}], "containerStatuses": [
                  {"name": "main", "containerID": "%2$s", "restartCount": %3$d, "ready": true}]}}""".formatted(ip, pod.sandboxId().orElse(""), pod.attempt());
    }

    /** Returns what the runtime knows of a sandbox. */
    public SandboxDetails details(String sandboxId) {
        try {
            return cri.details(sandboxId)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends a pod's sandbox, as the kubelet does, and forgets it. */
    public void endSandbox(TestPod pod) {
        pod.sandboxId().filter(pods::containsKey).ifPresent(id -> {
            containerd.sandboxes().stop(id);
            containerd.sandboxes().remove(id);
            pods.remove(id);
        });
    }

    /** Deletes a pod as users and the kubelet do: marks it, ends its sandbox, deletes the object. */
    public void delete(TestPod pod) {
        kubectl.patch(pod, "{\"metadata\": {\"deletionTimestamp\": \"2026-01-01T00:00:00Z\"}}");
        endSandbox(pod);
        kubectl.deletePod(pod);
    }

    /** Returns a look into a pod's namespace. */
    public Netns netns(TestPod pod) {
        return new Netns(pod.netns().orElseThrow());
    }

    /** Makes a pair of links on the host, one end to be a master; it goes with the node. */
    public String hostLink(String name) {
        Shell.run("ip", "link", "add", name, "type", "veth", "peer", "name", name + "p");
        hostLinks.add(name);
        Shell.run("ip", "link", "set", name, "up");
        Shell.run("ip", "link", "set", name + "p", "up");
        return name;
    }

    /** Has a link of the host deleted with the node, e.g. a bridge that a plugin makes. */
    public String ownedLink(String name) {
        hostLinks.add(name);
        return name;
    }

    /** Returns the addresses that host-local holds for a network, by the files in its directory. */
    public List<String> addresses(String network) {
        var files = dir.resolve("ipam").resolve(network);
        if (!Files.isDirectory(files)) {
            return List.of();
        }
        try (var entries = Files.list(files)) {
            return entries.map(file -> file.getFileName().toString())
                    .filter(name -> Character.isDigit(name.charAt(0)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the directory of the controller's records. */
    public Path records() {
        return dir.resolve("records");
    }

    /** Ends everything; returns what was left behind on this machine. */
    public List<String> closeAndLook() {
        if (controller != null && controller.isRunning()) {
            controller.stop();
        }
        List.copyOf(pods.values()).forEach(this::endSandbox);
        cri.close();
        vertx.close();
        api.close();
        containerd.close();
        hostLinks.forEach(link -> Shell.tryRun("ip", "link", "delete", link));
        removeChainsOfPlugins();
        var left = new ArrayList<>(HostState.now().newSince(before));
        if (!hadCniState && Files.exists(CNI_STATE)) {
            Shell.tryRun("rmdir", CNI_STATE.resolve("results").toString(), CNI_STATE.toString());
            if (Files.exists(CNI_STATE)) {
                left.add("files in " + CNI_STATE);
            }
        }
        if (!hadRuntimeState) {
            Shell.tryRun("find", RUNTIME_STATE.toString(), "-depth", "-type", "d", "-empty", "-delete");
        }
        Shell.run("rm", "-rf", dir.toString());
        return left;
    }

    /** The portmap plugin keeps its top-level chains for ever once it has made them; they go if they came with this node. */
    private void removeChainsOfPlugins() {
        if (before.firewall().stream().noneMatch(rule -> rule.contains(PLUGIN_CHAINS))) {
            for (var family : List.of("iptables", "ip6tables")) {
                var rules = Shell.tryRun(family + "-save").output();
                if (rules.contains(PLUGIN_CHAINS)) {
                    var others = rules.lines()
                            .filter(line -> !line.contains(PLUGIN_CHAINS))
                            .collect(Collectors.joining("\n", "", "\n"));
                    Shell.tryRun(Map.of(), others, family + "-restore");
                }
            }
        }
    }

    @Override
    public void close() {
        closeAndLook();
    }
}

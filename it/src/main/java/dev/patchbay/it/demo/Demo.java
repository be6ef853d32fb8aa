package dev.patchbay.it.demo;

import dev.patchbay.annotations.Keys;
import dev.patchbay.it.node.Kubectl;
import dev.patchbay.it.node.TestNode;
import dev.patchbay.it.node.TestPod;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/** Plugs a bridge NIC and a macvlan NIC into a running pod, and unplugs them, on a real containerd. */
public final class Demo {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final PrintStream out;
    private final TestNode node;
    private final Kubectl kubectl;

    private Demo(PrintStream out, TestNode node) {
        this.out = out;
        this.node = node;
        this.kubectl = node.kubectl();
    }

    /** Runs the demo; {@code --keep} leaves it running until Enter is pressed. */
    public static void main(String[] args) throws IOException {
        boolean keep = List.of(args).contains("--keep");
        if (args.length > (keep ? 1 : 0)) {
            System.err.println("usage: ./patchbay demo [--keep]");
            System.exit(2);
        }
        System.out.println("== starting a containerd of our own and an API server");
        var node = TestNode.create();
        var cleanUp = new Thread(node::close, "clean-up");
        Runtime.getRuntime().addShutdownHook(cleanUp);
        try {
            new Demo(System.out, node).run(keep);
        } catch (RuntimeException | AssertionError e) {
            // The shutdown hook cleans up; threads of the node would keep the process alive.
            System.err.println("== the demo failed: " + e.getMessage());
            System.exit(1);
        }
        Runtime.getRuntime().removeShutdownHook(cleanUp);
        System.out.println("== cleaning up");
        var left = node.closeAndLook();
        left.forEach(item -> System.out.println("left behind: " + item));
        System.out.println(left.isEmpty() ? "== done, nothing is left behind" : "== done");
        System.exit(left.isEmpty() ? 0 : 1);
    }

    private void run(boolean keep) throws IOException {
        say("starting Patchbay");
        node.startController();
        say(
                "creating two networks: \"storage\" (bridge, addresses by host-local) and \"lan\" (macvlan, static addresses)");
        kubectl.createNad(
                "default", "storage", DemoNetworks.bridge(node.ownedLink("pbd" + node.number()), node.dir() + "/ipam"));
        kubectl.createNad("default", "lan", DemoNetworks.macvlan(node.hostLink("pbl" + node.number())));
        say("creating the pod \"web\"");
        var pod = node.create("web");
        showInterfaces(pod);
        // The first edit meets a cold virtual machine; the second shows what a user gets from then on.
        var storage = "{\"name\":\"storage\",\"interface\":\"net1\"}";
        var lan =
                "{\"name\":\"lan\",\"interface\":\"net2\",\"ips\":[\"192.168.77.5/24\"],\"mac\":\"02:00:00:00:00:17\"}";
        edit(pod, "plug net1 from storage", "[" + storage + "]", "net1");
        edit(
                pod,
                "plug net2 from lan, with an address and a MAC of our own",
                "[" + storage + "," + lan + "]",
                "net1",
                "net2");
        edit(pod, "unplug net1", "[" + lan + "]", "net2");
        if (keep) {
            keep(pod);
        }
        edit(pod, "unplug everything", "[]");
        say("what the pod's Events say");
        kubectl.eventLines(pod).forEach(line -> out.println("   " + line));
        node.delete(pod);
    }

    private void edit(TestPod pod, String what, String networks, String... expected) {
        say(what);
        out.println("   " + Keys.NETWORKS + ": " + networks);
        kubectl.annotate(pod, networks);
        long begin = System.nanoTime();
        var after = kubectl.await(pod, what, LIMIT, p -> Kubectl.interfaces(p).equals(List.of(expected)));
        long millis = (System.nanoTime() - begin) / 1_000_000;
        showStatus(after);
        showInterfaces(pod);
        out.printf("   from the edit to network-status: %d ms%n", millis);
    }

    private void showStatus(Pod pod) {
        out.println("   network-status:");
        pod.getMetadata()
                .getAnnotations()
                .getOrDefault(Keys.NETWORK_STATUS, "(none)")
                .lines()
                .forEach(line -> out.println("      " + line));
    }

    private void showInterfaces(TestPod pod) {
        out.println("   in the pod, ip -br addr:");
        node.netns(pod).run("ip", "-br", "addr").lines().forEach(line -> out.println("      " + line));
    }

    private void keep(TestPod pod) throws IOException {
        say("everything is left running to play with");
        out.printf(
                """
                   kubectl --kubeconfig %1$s annotate pod %2$s --overwrite %3$s='[{"name":"storage"}]'
                   nsenter --net=%4$s ip -br addr
                   tail -f %5$s
                   curl -s http://127.0.0.1:$(cat %6$s/port)/metrics
                   without kubectl:
                   curl -X PATCH -H 'Content-Type: application/merge-patch+json' $(awk -F'"' '/server/{print $2}' %1$s)/api/v1/namespaces/default/pods/%2$s \\
                     -d '{"metadata":{"annotations":{"%3$s":"[{\\"name\\":\\"storage\\"}]"}}}'
                   Press Enter to end it.
                """,
                node.api().kubeconfig(),
                pod.name(),
                Keys.NETWORKS,
                pod.netns().orElseThrow(),
                node.controller().log(),
                node.dir());
        System.in.read();
    }

    private void say(String text) {
        out.println("== " + text);
    }
}

package dev.patchbay.it.bench;

import dev.patchbay.it.node.TestNode;
import dev.patchbay.it.node.TestPod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Measures, on a real containerd with real plugins: the time from the return of the edit to network-status as a watcher
 * sees it, for one pod and for many at once, beside the bare plugin; and the controller's resident memory.
 */
public final class Bench {

    private static final int WARM_UP = 60;
    private static final int ROUNDS = 60;
    private static final int AT_ONCE = 20;
    private static final int PODS = 50;
    private static final List<String> NET1 = List.of("net1");
    private static final String PLUG = "[{\"name\":\"storage\",\"interface\":\"net1\"}]";
    private static final String NONE = "[]";

    private final TestNode node;
    private final StatusWatch watch;

    private Bench(TestNode node, StatusWatch watch) {
        this.node = node;
        this.watch = watch;
    }

    /** Runs all benchmarks and prints their figures. */
    public static void main(String[] args) {
        try (var node = TestNode.create().startController();
                var watch = new StatusWatch(node.api().client(), TestNode.NAMESPACE)) {
            new Bench(node, watch).run();
        }
        System.exit(0);
    }

    private void run() {
        var bridge = node.ownedLink("pbb" + node.number());
        node.kubectl().createNad("default", "storage", """
                {"cniVersion": "0.4.0", "name": "storage", "plugins": [%s]}""".formatted(plugin(bridge, "")));
        var pod = node.create("bench");
        measureOne(pod, "first edits", 5);
        measureOne(pod, "warming up", WARM_UP);
        var bare = new BarePlugin(
                plugin(bridge, "\"cniVersion\": \"0.4.0\", \"name\": \"storage\","),
                pod.netns().orElseThrow());
        bare.add(10);
        var byHand = bare.add(ROUNDS);
        print("bridge + host-local ADD, run by hand", byHand);
        var one = measureOne(pod, "one NIC", ROUNDS);
        System.out.printf(
                Locale.ROOT,
                "%-46s %.1f ms%n",
                "  more than the bare plugin",
                one.medianMillis() - byHand.medianMillis());
        atOnce(byHand);
    }

    private Figures measureOne(TestPod pod, String what, int rounds) {
        var plugs = new long[rounds];
        var unplugs = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            settle();
            plugs[i] = edit(List.of(pod), PLUG, NET1)[0];
            settle();
            unplugs[i] = edit(List.of(pod), NONE, List.of())[0];
        }
        var figures = Figures.of(plugs);
        print(what + ": edit to status, plug", figures);
        print(what + ": edit to status, unplug", Figures.of(unplugs));
        return figures;
    }

    /**
     * Lets the Events of the edit before be written, and the kernel take its links down: a user's edits do not come within
     * milliseconds of each other, and the bare plugin has nothing beside it either.
     */
    private static void settle() {
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
    }

    private void atOnce(Figures byHand) {
        var pods =
                IntStream.range(0, PODS).mapToObj(i -> node.create("many-" + i)).toList();
        var some = pods.subList(0, AT_ONCE);
        for (int round = 0; round < 3; round++) {
            var plugged = edit(some, PLUG, NET1);
            System.out.printf(
                    Locale.ROOT,
                    "%-46s %.0f ms (4 plugin runs per core-slot: %.0f ms)%n",
                    AT_ONCE + " pods at once: until the last, plug",
                    Figures.of(plugged).maxMillis(),
                    4 * byHand.medianMillis() * AT_ONCE / Runtime.getRuntime().availableProcessors());
            System.out.printf(
                    Locale.ROOT,
                    "%-46s %.0f ms%n",
                    AT_ONCE + " pods at once: until the last, unplug",
                    Figures.of(edit(some, NONE, List.of())).maxMillis());
        }
        edit(pods, PLUG, NET1);
        System.out.printf(
                Locale.ROOT,
                "%-46s %d MiB%n",
                "controller's resident memory, " + PODS + " pods",
                node.controller().residentMebibytes());
        edit(pods, NONE, List.of());
    }

    /** Edits pods one after the other, and waits for all; returns nanoseconds from the last edit's return to each status. */
    private long[] edit(List<TestPod> pods, String networks, List<String> expected) {
        var seen = new ArrayList<CompletableFuture<Long>>();
        pods.forEach(pod -> seen.add(watch.expect(pod.name(), expected)));
        var begins = new long[pods.size()];
        long first = System.nanoTime();
        for (int i = 0; i < pods.size(); i++) {
            node.kubectl().annotate(pods.get(i), networks);
            begins[i] = pods.size() == 1 ? System.nanoTime() : first;
        }
        return IntStream.range(0, pods.size())
                .mapToLong(i -> seen.get(i).join() - begins[i])
                .toArray();
    }

    private String plugin(String bridge, String more) {
        return """
                {%s "type": "bridge", "bridge": "%s", "ipam": {"type": "host-local", "dataDir": "%s/ipam",
                  "ranges": [[{"subnet": "11.%d.1.0/24"}]]}}""".formatted(more, bridge, node.dir(), node.number());
    }

    private static void print(String what, Figures figures) {
        System.out.printf("%-46s %s%n", what, figures);
    }
}

package dev.patchbay.it.bench;

import dev.patchbay.it.node.Kubectl;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A watcher as a user's tool would have it: tells when a pod's network-status became visible. */
final class StatusWatch implements Watcher<Pod>, AutoCloseable {

    private record Wanted(List<String> interfaces, CompletableFuture<Long> seenAt) {}

    private final Map<String, Wanted> wanted = new ConcurrentHashMap<>();
    private final Watch watch;

    StatusWatch(KubernetesClient client, String namespace) {
        watch = client.pods().inNamespace(namespace).watch(this);
    }

    /** Begins to look out for the pod's status to list these interfaces. */
    CompletableFuture<Long> expect(String pod, List<String> interfaces) {
        var seenAt = new CompletableFuture<Long>();
        wanted.put(pod, new Wanted(interfaces, seenAt));
        return seenAt.orTimeout(30, TimeUnit.SECONDS);
    }

    @Override
    public void eventReceived(Action action, Pod pod) {
        long now = System.nanoTime();
        var its = wanted.get(pod.getMetadata().getName());
        if (its != null && Kubectl.interfaces(pod).equals(its.interfaces())) {
            its.seenAt().complete(now);
        }
    }

    @Override
    public void onClose(WatcherException cause) {
        wanted.values().forEach(w -> w.seenAt().completeExceptionally(cause));
    }

    @Override
    public void close() {
        watch.close();
    }
}

package dev.patchbay.multus.netns;

import dev.patchbay.multus.os.SystemCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Opens a netlink socket in a network namespace and works on it.
 *
 * <p>A namespace belongs to an operating system thread, so this takes a thread of its own that ends with the work. The
 * thread is inside the namespace only while it opens the socket, which stays there by itself: a thread inherits the
 * namespace of the one that starts it, and Java starts threads where one does not expect it (waking a virtual thread may
 * start a carrier). Whatever is opened is closed before the result is handed over: a forgotten descriptor keeps a pod's
 * namespace, and all its links, alive after the pod.
 */
final class NamespaceThread {

    private static final String OWN_NAMESPACE = "/proc/thread-self/ns/net";

    private NamespaceThread() {}

    /** Work on a netlink socket. */
    interface Work<T> {
        T on(NetlinkSocket socket) throws IOException;
    }

    /**
     * Runs the work and waits for it, also if the calling thread is interrupted: half a change must not go on alone.
     *
     * @throws IOException naming the namespace
     */
    static <T> T run(Path netns, Work<T> work) throws IOException {
        var task = new FutureTask<>(() -> {
            try (var socket = new NetlinkSocket(openSocketIn(netns))) {
                return work.on(socket);
            }
        });
        Thread.ofPlatform().daemon().name("netns-" + netns.getFileName()).start(task);
        return await(netns, task);
    }

    private static int openSocketIn(Path netns) throws IOException {
        var home = Libc.open(OWN_NAMESPACE);
        try {
            var target = Libc.open(netns.toString());
            try {
                Libc.setNetworkNamespace(target);
                try {
                    return Libc.routeSocket();
                } finally {
                    Libc.setNetworkNamespace(home);
                }
            } finally {
                SystemCalls.close(target);
            }
        } finally {
            SystemCalls.close(home);
        }
    }

    private static <T> T await(Path netns, FutureTask<T> task) throws IOException {
        var interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw inNamespace(netns, e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static IOException inNamespace(Path netns, Throwable cause) {
        return switch (cause) {
            case Error e -> throw e;
            case RuntimeException e -> throw e;
            default -> new IOException("in namespace " + netns + ": " + cause.getMessage(), cause);
        };
    }
}

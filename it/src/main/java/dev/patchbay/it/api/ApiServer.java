package dev.patchbay.it.api;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.nio.file.Path;

/** An API server that the product and the tests share. */
public interface ApiServer extends AutoCloseable {

    /** Returns its address. */
    URI url();

    /** Returns a kubeconfig file for an administrator. */
    Path kubeconfig();

    /** Returns an administrator's client. */
    KubernetesClient client();

    /** Goes away: connections end and new ones are refused. What is stored stays. */
    void stop();

    /** Comes back at the same address. */
    void start();

    @Override
    void close();
}

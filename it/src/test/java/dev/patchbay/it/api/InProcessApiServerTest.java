package dev.patchbay.it.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of a real API server that the product relies on. */
class InProcessApiServerTest {

    private static final PatchContext STRATEGIC =
            new PatchContext.Builder().withPatchType(PatchType.STRATEGIC_MERGE).build();

    @TempDir
    Path dir;

    private InProcessApiServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        server = InProcessApiServer.start(dir);
        client = server.client();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** kubectl asks for all of these before it does anything. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /version                 | gitVersion
            /api                     | "v1"
            /apis                    | k8s.cni.cncf.io/v1
            /api/v1                  | "pods"
            /apis/k8s.cni.cncf.io/v1 | net-attach-def
            """)
    void tellsKubectlWhatItHas(String path, String content) {
        assertThat(client.raw(path)).contains(content);
    }

    @Test
    void mergesConditionsByTypeAndAnnotationsInAPatchOfTheStatus() {
        create("web", "node-1");
        patchStatus("web", """
                {"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}}""");

        var pod = patchStatus("web", """
                {"metadata": {"annotations": {"a": "1"}, "labels": {"no": "label"}}, "spec": {"nodeName": "other"},
                 "status": {"conditions": [{"type": "Mine", "status": "False"}]}}""");

        assertThat(pod.getStatus().getConditions()).extracting(c -> c.getType()).containsExactly("Ready", "Mine");
        assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
        assertThat(pod.getMetadata().getAnnotations()).containsEntry("a", "1");
        assertThat(pod.getMetadata().getLabels()).isNullOrEmpty();
        assertThat(pod.getSpec().getNodeName()).isEqualTo("node-1");
    }

    @Test
    void refusesAPatchForAnotherPodOfThatName() {
        create("web", "node-1");

        assertThatThrownBy(() -> patchStatus("web", "{\"metadata\": {\"uid\": \"another\"}}"))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(422))
                .hasMessageContaining("metadata.uid");
    }

    @Test
    void raisesOneVersionForAllObjects() {
        var first = create("one", "node-1");
        var second = create("two", "node-1");

        assertThat(version(second)).isGreaterThan(version(first));
    }

    @Test
    void listsAndWatchesByFieldSelectorWithoutAGap() throws InterruptedException {
        create("mine", "node-1");
        create("others", "node-2");
        var events = new LinkedBlockingQueue<String>();
        try (var informer = client.pods()
                .inAnyNamespace()
                .withField("spec.nodeName", "node-1")
                .inform(handler(events))) {
            assertThat(informer.getStore().list()).hasSize(1);
            create("later", "node-1");
            client.pods().inNamespace("default").withName("mine").delete();

            assertThat(events.poll(10, TimeUnit.SECONDS)).isEqualTo("added mine");
            assertThat(events.poll(10, TimeUnit.SECONDS)).isEqualTo("added later");
            assertThat(events.poll(10, TimeUnit.SECONDS)).isEqualTo("deleted mine");
        }
    }

    @Test
    void keepsItsObjectsWhileItIsAway() {
        create("web", "node-1");

        server.stop();
        server.start();

        assertThat(client.pods().inNamespace("default").withName("web").get()).isNotNull();
    }

    @Test
    void failsWhereItIsToldTo() {
        create("web", "node-1");
        server.failWith(Optional.of(new InProcessApiServer.Fault(line -> line.endsWith("/status"), 503)));

        assertThatThrownBy(() -> patchStatus("web", "{}")).isInstanceOf(KubernetesClientException.class);

        server.failWith(Optional.empty());
        assertThat(patchStatus("web", "{\"status\": {\"phase\": \"Running\"}}")).isNotNull();
    }

    private Pod create(String name, String node) {
        return client.pods()
                .inNamespace("default")
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node)
                        .endSpec()
                        .build())
                .create();
    }

    private Pod patchStatus(String name, String patch) {
        return client.pods()
                .inNamespace("default")
                .withName(name)
                .subresource("status")
                .patch(STRATEGIC, patch);
    }

    private static long version(Pod pod) {
        return Long.parseLong(pod.getMetadata().getResourceVersion());
    }

    private static ResourceEventHandler<Pod> handler(BlockingQueue<String> events) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(Pod pod) {
                events.add("added " + pod.getMetadata().getName());
            }

            @Override
            public void onUpdate(Pod before, Pod after) {
                events.add("updated " + after.getMetadata().getName());
            }

            @Override
            public void onDelete(Pod pod, boolean finalStateUnknown) {
                events.add("deleted " + pod.getMetadata().getName());
            }
        };
    }
}

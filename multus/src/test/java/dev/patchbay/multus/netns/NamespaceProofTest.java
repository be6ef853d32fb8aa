package dev.patchbay.multus.netns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.multus.netns.NamespaceProof.Kind;
import dev.patchbay.multus.netns.NamespaceProof.Proven;
import dev.patchbay.multus.netns.NamespaceProof.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamespaceProofTest {

    private final NetworkNamespaces namespaces = new NetworkNamespaces();

    @Test
    void provesTheNamespaceOfTheSandboxsProcess() throws IOException {
        try (var netns = new TestNamespace()) {
            var process = new ProcessBuilder("ip", "netns", "exec", netns.name(), "sh", "-c", "echo; read _")
                    .redirectErrorStream(true)
                    .start();
            try {
                // The line tells that the process is inside.
                assertThat(process.getInputStream().read()).isEqualTo('\n');

                assertThat(namespaces.prove(netns.path(), OptionalLong.of(process.pid())))
                        .isEqualTo(new Proven(
                                ((Number) Files.getAttribute(netns.path(), "unix:dev")).longValue(),
                                ((Number) Files.getAttribute(netns.path(), "unix:ino")).longValue()));
            } finally {
                process.destroy();
            }
        }
    }

    @Test
    void refusesTheNamespaceOfAnotherProcess() throws IOException {
        try (var netns = new TestNamespace()) {
            var proof = namespaces.prove(
                    netns.path(), OptionalLong.of(ProcessHandle.current().pid()));

            assertRefused(proof, Kind.NOT_THE_SANDBOX, "is not the network namespace that the sandbox's process");
        }
    }

    @Test
    void refusesTheNamespaceOfAProcessThatHasEnded() throws IOException {
        try (var netns = new TestNamespace()) {
            // No process ID reaches beyond 2^22.
            assertRefused(namespaces.prove(netns.path(), OptionalLong.of(1 << 23)), Kind.GONE, "8388608 is gone");
        }
    }

    @Test
    void refusesTheNodesNamespace() throws IOException {
        assertRefused(
                namespaces.prove(Path.of("/proc/self/ns/net"), OptionalLong.empty()),
                Kind.HOST,
                "is the node's own network namespace");
    }

    @Test
    void refusesANamespaceOfAnotherKind() throws IOException {
        assertRefused(
                namespaces.prove(Path.of("/proc/self/ns/mnt"), OptionalLong.empty()),
                Kind.NOT_A_NAMESPACE,
                "is a namespace of another kind");
    }

    @Test
    void refusesAPathWhereNothingIs(@TempDir Path folder) throws IOException {
        assertRefused(
                namespaces.prove(folder.resolve("cni-1"), OptionalLong.empty()),
                Kind.GONE,
                "does not exist (any more)");
    }

    @Test
    void explainsAPlainFileOnATmpfsByMissingMountPropagation() throws IOException {
        var file = Files.createTempFile(Path.of("/dev/shm"), "netns", "");
        try {
            assertRefused(
                    namespaces.prove(file, OptionalLong.empty()),
                    Kind.NOT_A_NAMESPACE,
                    "mountPropagation: HostToContainer");
        } finally {
            Files.delete(file);
        }
    }

    private static void assertRefused(NamespaceProof proof, Kind kind, String reason) {
        assertThat(proof)
                .asInstanceOf(InstanceOfAssertFactories.type(Refused.class))
                .satisfies(refused -> {
                    assertThat(refused.kind()).isEqualTo(kind);
                    assertThat(refused.reason()).contains(reason);
                });
    }
}

package dev.patchbay.it.node;

import java.util.Optional;

/**
 * A pod of the test node.
 *
 * @param sandboxId its sandbox; empty where it has none
 * @param netns     the path of its network namespace; empty where it has none of its own
 */
public record TestPod(
        String namespace, String name, String uid, int attempt, Optional<String> sandboxId, Optional<String> netns) {

    TestPod with(int newAttempt, Optional<String> newSandboxId, Optional<String> newNetns) {
        return new TestPod(namespace, name, uid, newAttempt, newSandboxId, newNetns);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}

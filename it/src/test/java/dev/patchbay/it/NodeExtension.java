package dev.patchbay.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.it.node.TestNode;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A test node for a class of tests, with a running controller; at the end nothing may be left on this machine. */
final class NodeExtension implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

    private final Consumer<TestNode> setUp;
    private TestNode node;

    private NodeExtension(Consumer<TestNode> setUp) {
        this.setUp = setUp;
    }

    static NodeExtension withController() {
        return new NodeExtension(TestNode::startController);
    }

    static NodeExtension with(Consumer<TestNode> setUp) {
        return new NodeExtension(setUp);
    }

    TestNode node() {
        return node;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        node = TestNode.create();
        try {
            setUp.accept(node);
        } catch (RuntimeException e) {
            node.close();
            throw e;
        }
    }

    /** Nothing may ever block an event loop; Vert.x' checker says so in the log if it happens. */
    @Override
    public void afterEach(ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            System.err.println("controller's log:\n" + node.controller().logText());
        }
        assertThat(node.controller().logText()).doesNotContain("has been blocked for");
    }

    @Override
    public void afterAll(ExtensionContext context) {
        assertThat(node.closeAndLook()).as("left behind on this machine").isEmpty();
    }
}

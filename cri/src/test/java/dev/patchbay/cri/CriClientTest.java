package dev.patchbay.cri;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CriClientTest {

    @Test
    void takesTheNewestAttemptThatIsReady() {
        var sandboxes = List.of(sandbox("b", 1, 20, true), sandbox("c", 2, 30, false), sandbox("a", 0, 40, true));

        assertThat(CriClient.present("u1", sandboxes)).map(Sandbox::id).contains("b");
    }

    @Test
    void takesTheYoungestOfOneAttempt() {
        var sandboxes = List.of(sandbox("young", 0, 20, true), sandbox("old", 0, 10, true));

        assertThat(CriClient.present("u1", sandboxes)).map(Sandbox::id).contains("young");
    }

    @Test
    void takesNoneWhereNoneIsReady() {
        assertThat(CriClient.present("u1", List.of(sandbox("a", 0, 10, false)))).isEmpty();
        assertThat(CriClient.present("u1", List.of())).isEmpty();
    }

    @Test
    void takesNoneOfAnotherPodEvenIfTheRuntimeListsIt() {
        assertThat(CriClient.present("u2", List.of(sandbox("a", 0, 10, true)))).isEmpty();
    }

    private static Sandbox sandbox(String id, int attempt, long createdAt, boolean isReady) {
        return new Sandbox(id, "ns1", "web", "u1", attempt, createdAt, isReady, "");
    }
}

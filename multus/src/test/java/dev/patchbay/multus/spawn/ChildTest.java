package dev.patchbay.multus.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.patchbay.multus.os.ErrnoException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChildTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final byte[] NOTHING = {};

    private final Output stdout = Output.bounded(1 << 20);
    private final Output stderr = Output.end(1 << 20);

    @Test
    void feedsAndReadsMoreThanAPipeHolds() throws IOException {
        var text = "0123456789abcdef".repeat(40_000);

        assertThat(run(text, "cat")).isZero();

        assertThat(stdout.text()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"exit 0, 0", "exit 7, 7", "exit 255, 255", "kill -9 $$, 137", "kill -15 $$, 143"})
    void tellsHowTheProgramEnded(String script, int code) throws IOException {
        assertThat(run("", "sh", "-c", script)).isEqualTo(code);
    }

    @Test
    void tellsStdoutFromStderr() throws IOException {
        run("", "sh", "-c", "echo out; echo err >&2");

        assertThat(stdout.text()).isEqualTo("out\n");
        assertThat(stderr.text()).isEqualTo("err\n");
    }

    @Test
    void givesTheEnvironmentThatItIsToldAndNoOther() throws IOException {
        try (var child = Child.start(List.of("env"), Map.of("A", "1 2"), NOTHING, stdout, stderr)) {
            child.untilExit(LONG);
            child.untilSilent(LONG);
        }

        assertThat(stdout.text()).isEqualTo("A=1 2\n");
    }

    @Test
    void leavesNoDescriptorOfOursOpenInTheProgram() throws IOException {
        try (var ours = Files.newInputStream(Path.of("/proc/self/status"))) {
            run("", "sh", "-c", "echo /proc/self/fd/*");
            assertThat(ours.read()).isNotNegative();
        }

        // The shell itself opens the directory that it lists.
        assertThat(stdout.text().split(" ", -1))
                .hasSizeLessThanOrEqualTo(4)
                .startsWith("/proc/self/fd/0", "/proc/self/fd/1", "/proc/self/fd/2");
    }

    @Test
    void startsItInASessionOfItsOwnWithNoSignalBlocked() throws IOException {
        run("", "sh", "-c", "grep SigBlk /proc/self/status; cut -d' ' -f1,6 /proc/$$/stat");

        var lines = stdout.text().lines().toList();
        assertThat(lines.getFirst()).endsWith("\t0000000000000000");
        assertThat(List.of(lines.getLast().split(" ", -1)))
                .allMatch(lines.getLast().split(" ", -1)[0]::equals);
    }

    @Test
    void saysWhyAProgramCannotBeStarted() {
        assertThatExceptionOfType(ErrnoException.class)
                .isThrownBy(() -> run("", "/nonexistent/program"))
                .withMessageContaining("/nonexistent/program")
                .withMessageContaining("No such file or directory");
    }

    @Test
    void givesUpAtTheLimitAndLeavesNoZombie() throws IOException {
        Path process;
        try (var child = Child.start(List.of("sleep", "60"), Map.of(), NOTHING, stdout, stderr)) {
            process = Path.of("/proc/" + child.pid());
            assertThat(child.untilExit(Duration.ofMillis(50))).isFalse();
            assertThat(child.exitCode()).isEmpty();
            ProcessHandle.of(child.pid()).orElseThrow().destroyForcibly();
        }

        Awaitility.await().until(() -> !Files.exists(process));
    }

    @Test
    void stopsReadingAnAnswerThatIsTooLong() throws IOException {
        var little = Output.bounded(1000);
        try (var child = Child.start(List.of("yes"), Map.of(), NOTHING, little, stderr)) {
            assertThat(child.untilExit(LONG)).isFalse();
            assertThat(child.overflow()).isTrue();
            ProcessHandle.of(child.pid()).ifPresent(ProcessHandle::destroyForcibly);
            child.untilExit(LONG);
        }

        assertThat(little.text()).hasSizeLessThanOrEqualTo(1000);
    }

    @Test
    void keepsTheEndOfALog() throws IOException {
        var little = Output.end(1000);
        try (var child = Child.start(List.of("seq", "100000"), Map.of(), NOTHING, little, stderr)) {
            child.untilExit(LONG);
            child.untilSilent(LONG);
        }

        assertThat(little.text()).endsWith("\n99999\n100000\n");
    }

    @Test
    void noticesWhoStillHoldsTheOutput() throws IOException {
        try (var child = Child.start(List.of("sh", "-c", "sleep 60 & echo $!"), Map.of(), NOTHING, stdout, stderr)) {
            assertThat(child.untilExit(LONG)).isTrue();
            assertThat(child.untilSilent(Duration.ofMillis(50))).isFalse();
            ProcessHandle.of(Long.parseLong(stdout.text().strip()))
                    .orElseThrow()
                    .destroyForcibly();
            assertThat(child.untilSilent(LONG)).isTrue();
        }
    }

    @Test
    void closesWhatItOpened() throws IOException {
        run("", "true");
        long before = descriptors();

        for (int i = 0; i < 20; i++) {
            run("text that is not read", "true");
        }

        assertThat(descriptors()).isLessThanOrEqualTo(before + 2);
    }

    private int run(String stdin, String... command) throws IOException {
        try (var child = Child.start(
                List.of(command),
                Map.of("PATH", System.getenv("PATH")),
                stdin.getBytes(StandardCharsets.UTF_8),
                stdout,
                stderr)) {
            assertThat(child.untilExit(LONG)).isTrue();
            assertThat(child.untilSilent(LONG)).isTrue();
            return child.exitCode().orElseThrow();
        }
    }

    private static long descriptors() throws IOException {
        try (var all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        }
    }
}

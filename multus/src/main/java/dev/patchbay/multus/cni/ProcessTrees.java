package dev.patchbay.multus.cni;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * Finds and ends the processes of a plugin call. Each call marks the environment of its plugin with a variable of its
 * own, which children inherit: so a grandchild is found even when its parent is dead and it has another parent by now,
 * and even by the next run of this program.
 */
public final class ProcessTrees {

    /** The variable that marks all processes of one call. */
    static final String MARK = "PATCHBAY_CALL";

    private static final Path PROC = Path.of("/proc");

    /** How long a killed process may take to vanish: one in an uninterruptible state does not do it at once. */
    private static final long DEATH_LIMIT_SECONDS = 10;

    private ProcessTrees() {}

    /**
     * Ends all processes of earlier calls for an attachment, e.g. of a run of this program that was killed, and waits
     * until they are gone.
     *
     * @return how many there were
     */
    public static int killLeftovers(String containerId, String interfaceName) {
        return kill(entries -> entries.contains("CNI_CONTAINERID=" + containerId)
                && entries.contains("CNI_IFNAME=" + interfaceName)
                && entries.stream().anyMatch(entry -> entry.startsWith(MARK + "=")));
    }

    /** Ends all processes of the call with that mark and waits until they are gone; returns how many there were. */
    static int killMarked(String mark) {
        return kill(entries -> entries.contains(MARK + "=" + mark));
    }

    private static int kill(Predicate<Set<String>> environment) {
        var killed = new HashSet<Long>();
        // A process may start another one while we look: until a look finds none.
        for (var found = find(environment); !found.isEmpty() && killed.size() < 10_000; found = find(environment)) {
            found.forEach(ProcessHandle::destroyForcibly);
            found.forEach(ProcessTrees::awaitDeath);
            int before = killed.size();
            found.forEach(process -> killed.add(process.pid()));
            if (killed.size() == before) {
                break;
            }
        }
        return killed.size();
    }

    private static List<ProcessHandle> find(Predicate<Set<String>> environment) {
        var found = new ArrayList<ProcessHandle>();
        try (var entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (var dir : entries) {
                if (environment.test(environmentOf(dir))) {
                    ProcessHandle.of(Long.parseLong(dir.getFileName().toString()))
                            .filter(ProcessHandle::isAlive)
                            .ifPresent(found::add);
                }
            }
        } catch (IOException e) {
            // Without /proc nothing can be found.
            return List.of();
        }
        return found;
    }

    private static Set<String> environmentOf(Path processDir) {
        try {
            var text = new String(Files.readAllBytes(processDir.resolve("environ")), StandardCharsets.UTF_8);
            return Set.copyOf(new HashSet<>(List.of(text.split("\0"))));
        } catch (IOException e) {
            // It has ended meanwhile, or is not ours to read.
            return Set.of();
        }
    }

    private static void awaitDeath(ProcessHandle process) {
        try {
            process.onExit().get(DEATH_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // It is looked for again.
        }
    }
}

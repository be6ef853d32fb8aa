package dev.patchbay.it.containerd;

import dev.patchbay.it.host.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** An image for sandboxes, made here: one static program that sleeps until it is told to end. */
final class PauseImage {

    static final String NAME = "localhost/patchbay/pause:1";

    private static final String SOURCE = """
            #include <signal.h>
            #include <stdlib.h>
            #include <unistd.h>
            static void end(int signal) { (void)signal; exit(0); }
            int main(void) {
                signal(SIGTERM, end);
                signal(SIGINT, end);
                for (;;) pause();
            }
            """;

    private PauseImage() {}

    /** Makes the image as an archive in {@code dir}. */
    static Path make(Path dir) throws IOException {
        var source = Files.writeString(dir.resolve("pause.c"), SOURCE);
        var layer = Files.createDirectories(dir.resolve("layer"));
        Shell.run("gcc", "-static", "-Os", "-s", "-o", layer.resolve("pause").toString(), source.toString());
        var image = Files.createDirectories(dir.resolve("image"));
        tar(image.resolve("layer.tar"), layer, "pause");
        Files.writeString(
                image.resolve("config.json"), """
                {"architecture":"%s","os":"linux","config":{"Entrypoint":["/pause"]},
                 "rootfs":{"type":"layers","diff_ids":["sha256:%s"]},"history":[{"created_by":"patchbay"}]}""".formatted(architecture(), sha256(image.resolve("layer.tar"))));
        Files.writeString(image.resolve("manifest.json"), """
                [{"Config":"config.json","RepoTags":["%s"],"Layers":["layer.tar"]}]""".formatted(NAME));
        return tar(dir.resolve("pause.tar"), image, "manifest.json", "config.json", "layer.tar");
    }

    private static Path tar(Path archive, Path dir, String... files) {
        var command = new ArrayList<>(
                List.of("tar", "--owner=0", "--group=0", "-cf", archive.toString(), "-C", dir.toString()));
        command.addAll(List.of(files));
        Shell.run(command.toArray(String[]::new));
        return archive;
    }

    private static String architecture() {
        var arch = System.getProperty("os.arch");
        return arch.equals("aarch64") ? "arm64" : arch;
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

package dev.patchbay.multus.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The plugin's binary as a file: it must run on any host, whatever libraries that has. */
class PatchbayPluginBinaryTest {

    private static final int MAX_LINES = 250;
    private static final int SYMBOL_TABLE = 2;
    private static final int DYNAMIC = 2;
    private static final int INTERPRETER = 3;

    @Test
    void needsNoLibraryAndNoLoader() throws Exception {
        assertThat(types(0x20, 0x36, 0)).isNotEmpty().doesNotContain(DYNAMIC, INTERPRETER);
    }

    @Test
    void bearsNoSymbols() throws Exception {
        assertThat(types(0x28, 0x3a, 4)).doesNotContain(SYMBOL_TABLE);
    }

    /** Returns the types in one of the two tables of a 64-bit ELF file: segments or sections. */
    private static List<Integer> types(int offsetAt, int sizeAt, int typeAt) throws IOException {
        var elf = ByteBuffer.wrap(Files.readAllBytes(PluginRun.BINARY)).order(ByteOrder.nativeOrder());
        int offset = (int) elf.getLong(offsetAt);
        int size = elf.getShort(sizeAt);
        int count = elf.getShort(sizeAt + 2);
        return IntStream.range(0, count)
                .map(i -> elf.getInt(offset + (i * size) + typeAt))
                .boxed()
                .toList();
    }

    @Test
    void isSmall() throws Exception {
        assertThat(Files.size(PluginRun.BINARY)).isLessThan(1 << 20);
    }

    @Test
    void isReadInOneSitting() throws Exception {
        assertThat(Files.readAllLines(Path.of("src/main/c/patchbay.c")))
                .hasSizeLessThanOrEqualTo(MAX_LINES)
                .allMatch(line -> line.length() <= 120);
    }
}

package dev.patchbay.annotations.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.annotations.json.UntrustedJson.Result;
import org.junit.jupiter.api.Test;

class UntrustedJsonTest {

    private final UntrustedJson strict = UntrustedJson.strict(100);
    private final UntrustedJson lenient = UntrustedJson.lenient(100);

    @Test
    void onlyTheLenientReaderTakesTheLastOfTwoEqualKeys() {
        var text = "{\"a\":1,\"a\":2}";

        assertThat(strict.read(text)).isInstanceOf(Result.Broken.class);
        assertThat(lenient.read(text))
                .isInstanceOfSatisfying(
                        Result.Read.class, read -> assertThat(read.value()).hasToString("{\"a\":2}"));
    }

    @Test
    void namesLineAndColumn() {
        assertThat(strict.read("[1,\n  2,\n  x]"))
                .isInstanceOfSatisfying(
                        Result.Broken.class,
                        broken -> assertThat(broken.place()).isEqualTo("line 3, column 3"));
    }

    @Test
    void readsToItsBoundsAndNoFurther() {
        assertThat(strict.read("[".repeat(UntrustedJson.MAX_DEPTH) + "]".repeat(UntrustedJson.MAX_DEPTH)))
                .isInstanceOf(Result.Read.class);
        assertThat(strict.read("[".repeat(UntrustedJson.MAX_DEPTH + 1) + "]".repeat(UntrustedJson.MAX_DEPTH + 1)))
                .isInstanceOf(Result.Broken.class);
        assertThat(strict.read("1" + " ".repeat(99))).isInstanceOf(Result.Read.class);
        assertThat(strict.read("1" + " ".repeat(100))).isInstanceOf(Result.Broken.class);
    }

    @Test
    void keepsLargeIntegersExact() {
        var text = "[9007199254740993,123456789012345678901234567890]";

        assertThat(strict.read(text))
                .isInstanceOfSatisfying(
                        Result.Read.class, read -> assertThat(read.value()).hasToString(text));
    }

    @Test
    void quotesAreShortAndPrintable() {
        assertThat(Quote.of("a\u001b[31m\nb\u202ec\ud800")).isEqualTo("\"a�[31m�b�c�\"");
        assertThat(Quote.of("x".repeat(64))).isEqualTo("\"" + "x".repeat(64) + "\"");
        assertThat(Quote.of("\ud83d\ude00".repeat(65))).isEqualTo("\"" + "\ud83d\ude00".repeat(64) + "…\"");
    }
}

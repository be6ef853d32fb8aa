package dev.patchbay.it.ipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.address.Cidr;
import dev.patchbay.verticles.ipam.block.Allocation;
import dev.patchbay.verticles.ipam.block.Block;
import dev.patchbay.verticles.ipam.block.BlockKey;
import dev.patchbay.verticles.ipam.block.Blocks;
import dev.patchbay.verticles.ipam.block.LeaseRequest;
import dev.patchbay.verticles.ipam.block.Owner;
import dev.patchbay.verticles.ipam.block.Window;
import dev.patchbay.verticles.ipam.store.BlockStore;
import dev.patchbay.verticles.ipam.store.ConflictException;
import dev.patchbay.verticles.ipam.store.StoredBlock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every store of blocks must do: the compare-and-swap of one block, and finding them again. */
abstract class BlockStoreContract {

    private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

    /** Returns a view of the store as another process has it, with the same content. */
    abstract BlockStore open() throws Exception;

    /** Puts something there that is no block. */
    abstract void spoil(BlockKey key) throws Exception;

    private final Vertx vertx = Vertx.vertx();

    Vertx vertx() {
        return vertx;
    }

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Test
    void readsWhatItWrote() throws Exception {
        var store = open();
        var block = leased(Block.create(key("10.0.0.0"), "a", NOW), "a");

        var written = await(store.write(Optional.empty(), block));

        assertThat(written.block()).isEqualTo(block);
        assertThat(await(open().read(block.key()))).contains(written);
        assertThat(await(store.read(key("10.0.9.0")))).isEmpty();
    }

    @Test
    void makesABlockOnce() throws Exception {
        var block = Block.create(key("10.1.0.0"), "a", NOW);
        await(open().write(Optional.empty(), block));

        assertConflict(open().write(Optional.empty(), Block.create(block.key(), "b", NOW)));
        assertThat(await(open().read(block.key())).orElseThrow().block()).isEqualTo(block);
    }

    @Test
    void refusesAWriteOverWhatAnotherWrote() throws Exception {
        var first = await(open().write(Optional.empty(), Block.create(key("10.2.0.0"), "a", NOW)));
        var second = await(open().write(Optional.of(first), leased(first.block(), "a")));

        assertConflict(open().write(Optional.of(first), Blocks.prefer(first.block(), "b", NOW)));
        assertConflict(open().delete(first));
        assertThat(await(open().read(first.block().key()))).contains(second);
    }

    @Test
    void refusesAWriteOfABlockThatIsGone() throws Exception {
        var first = await(open().write(Optional.empty(), Block.create(key("10.3.0.0"), "a", NOW)));
        await(open().delete(first));

        assertConflict(open().write(Optional.of(first), leased(first.block(), "a")));
        assertThat(await(open().read(first.block().key()))).isEmpty();
    }

    @Test
    void letsOneOfManyRacersWin() throws Exception {
        var first = await(open().write(Optional.empty(), Block.create(key("10.4.0.0"), "a", NOW)));
        var races = new ArrayList<Future<StoredBlock>>();
        for (int i = 0; i < 8; i++) {
            races.add(open().write(Optional.of(first), leased(first.block(), "node-" + i)));
        }

        int won = 0;
        for (var race : races) {
            try {
                await(race);
                won++;
            } catch (ExecutionException e) {
                assertThat(e).hasCauseInstanceOf(ConflictException.class);
            }
        }

        assertThat(won).isEqualTo(1);
    }

    @Test
    void findsTheBlocksOfANodeBorrowedOnesToo() throws Exception {
        var own = await(open().write(Optional.empty(), Block.create(key("10.5.0.0"), "borrower", NOW)));
        var lent = await(
                open().write(Optional.empty(), leased(Block.create(key("10.5.0.64"), "lender", NOW), "borrower")));
        await(open().write(Optional.empty(), Block.create(key("10.5.0.128"), "lender", NOW)));

        assertThat(await(open().ofNode("borrower")).blocks()).containsExactlyInAnyOrder(own, lent);
    }

    @Test
    void listsADomainAndNoOther() throws Exception {
        var here = await(open().write(
                        Optional.empty(), Block.create(BlockKey.of("tenant-a", Address.parse("10.6.0.0")), "a", NOW)));
        await(open().write(
                        Optional.empty(), Block.create(BlockKey.of("tenant-b", Address.parse("10.6.0.0")), "a", NOW)));

        assertThat(await(open().ofDomain("tenant-a")).blocks()).containsExactly(here);
        assertThat(await(open().all()).blocks()).contains(here);
    }

    @Test
    void tellsWhatItCannotUnderstandAndGoesOn() throws Exception {
        var broken = BlockKey.of("spoilt", Address.parse("10.7.0.0"));
        spoil(broken);
        var good = await(open().write(
                        Optional.empty(), Block.create(BlockKey.of("spoilt", Address.parse("10.7.0.64")), "a", NOW)));

        var listing = await(open().ofDomain("spoilt"));

        assertThat(listing.blocks()).containsExactly(good);
        assertThat(listing.unreadable()).containsOnlyKeys(broken);
        assertThat(listing.unreadable().get(broken)).contains(broken.objectName());
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> await(open().read(broken)))
                .withMessageContaining("cannot be understood");
        assertConflict(open().write(Optional.empty(), Block.create(broken, "a", NOW)));
    }

    static Block leased(Block block, String node) {
        var request = new LeaseRequest(
                new Owner.PodOwner("uid-1", "ns1", "web", "net1"),
                "storage",
                0,
                "sandbox-1",
                "net1",
                node,
                Optional.empty(),
                Optional.of("02:00:00:00:00:01"),
                Optional.of("ns1/storage"));
        var window = Window.of(new Cidr(block.key().first(), 26));
        var taken = (Allocation.Taken) Blocks.allocate(block, window, request, NOW, Duration.ZERO);
        return taken.block();
    }

    private static BlockKey key(String first) {
        return BlockKey.of("default", Address.parse(first));
    }

    static void assertConflict(Future<?> write) {
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> await(write))
                .withCauseInstanceOf(ConflictException.class);
    }

    static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}

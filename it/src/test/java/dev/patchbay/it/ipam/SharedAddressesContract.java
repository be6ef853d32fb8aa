package dev.patchbay.it.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.address.Cidr;
import dev.patchbay.verticles.ipam.block.Lease;
import dev.patchbay.verticles.ipam.block.LeaseRequest;
import dev.patchbay.verticles.ipam.block.Owner;
import dev.patchbay.verticles.ipam.block.Release;
import dev.patchbay.verticles.ipam.block.Window;
import dev.patchbay.verticles.ipam.engine.AddressAuthority;
import dev.patchbay.verticles.ipam.engine.AddressRequest;
import dev.patchbay.verticles.ipam.engine.Answer;
import dev.patchbay.verticles.ipam.engine.AuthorityOptions;
import dev.patchbay.verticles.ipam.engine.Gone;
import dev.patchbay.verticles.ipam.engine.SlotRequest;
import dev.patchbay.verticles.ipam.store.BlockStore;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several nodes take addresses from one store at the same time: real conflicts, and never one address twice. */
abstract class SharedAddressesContract {

    private final Vertx vertx = Vertx.vertx();

    Vertx vertx() {
        return vertx;
    }

    /** Returns a node's view of the one store. */
    abstract BlockStore open() throws Exception;

    @AfterEach
    void close() throws Exception {
        get(vertx.close());
    }

    @Test
    void manyNodesNeverGiveOneAddressTwice() throws Exception {
        var window = window("10.20.0.0/23");
        var answers = new ArrayList<Future<Answer>>();
        for (var node : nodes(10)) {
            for (int i = 0; i < 30; i++) {
                answers.add(node.take("default", "pod-%s-%d".formatted(node.name, i), Optional.empty(), window));
            }
        }

        var addresses = granted(answers);

        assertThat(addresses).hasSize(300).doesNotHaveDuplicates();
        assertThat(stored("10.20.")).containsExactlyInAnyOrderElementsOf(addresses);
    }

    @Test
    void manyNodesUseUpASmallPoolToItsLastAddress() throws Exception {
        var window = window("10.21.0.0/26");
        var answers = new ArrayList<Future<Answer>>();
        for (var node : nodes(6)) {
            for (int i = 0; i < 11; i++) {
                answers.add(node.take("default", "small-%s-%d".formatted(node.name, i), Optional.empty(), window));
            }
        }

        assertThat(granted(answers)).hasSize(62).doesNotHaveDuplicates();
        for (var answer : answers) {
            if (get(answer) instanceof Answer.Refused refused) {
                assertThat(refused.reason()).contains("62 addresses", "62 are used", "namespace ns1 62");
            }
        }
    }

    @Test
    void oneOfManyNodesGetsTheAddressThatAllAskFor() throws Exception {
        var window = window("10.22.0.0/24");
        var wanted = Optional.of(Address.parse("10.22.0.7"));
        var answers = new ArrayList<Future<Answer>>();
        for (var node : nodes(8)) {
            answers.add(node.take("default", "asks-" + node.name, wanted, window));
        }

        assertThat(granted(answers)).containsExactly(wanted.get());
        for (var answer : answers) {
            assertThat(get(answer)).isInstanceOfAny(Answer.Granted.class, Answer.Held.class);
        }
    }

    @Test
    void twoDomainsGiveTheSameAddressesTwice() throws Exception {
        var window = window("10.23.0.0/30");
        var node = nodes(1).getFirst();

        var one = granted(List.of(node.take("tenant-a", "a", Optional.empty(), window)));
        var other = granted(List.of(node.take("tenant-b", "b", Optional.empty(), window)));

        assertThat(one).isEqualTo(other);
    }

    /** A StatefulSet's pod on its new node, and the old sandbox's DEL that comes late. */
    @Test
    void aLateReleaseFreesOnlyWhatItIsAbout() throws Exception {
        var window = window("10.24.0.0/24");
        var nodes = nodes(2);
        var old = granted(List.of(nodes.getFirst().take("default", "late-old", Optional.empty(), window)));
        var fresh = granted(List.of(nodes.getLast().take("default", "late-new", Optional.empty(), window)));

        get(nodes.getFirst().release("sandbox-late-old"));
        get(nodes.getFirst().release("sandbox-late-old"));

        assertThat(stored("10.24.")).isEqualTo(fresh).doesNotContainAnyElementsOf(old);
    }

    @Test
    void aNodeKnowsWhatItGaveBeforeItWasKilled() throws Exception {
        var window = window("10.25.0.0/24");
        var before = node("killed").take("default", "killed-1", Optional.empty(), window);
        var address = granted(List.of(before));

        var after = node("killed");

        assertThat(granted(List.of(after.take("default", "killed-1", Optional.empty(), window))))
                .isEqualTo(address);
        assertThat(after.authority.leases()).extracting(Lease::address).containsAll(address);
    }

    List<Address> stored(String prefix) throws Exception {
        return get(open().all()).blocks().stream()
                .flatMap(stored -> stored.block().leases().stream())
                .map(Lease::address)
                .filter(address -> address.toString().startsWith(prefix))
                .toList();
    }

    List<Node> nodes(int count) throws Exception {
        var nodes = new ArrayList<Node>();
        for (int i = 0; i < count; i++) {
            nodes.add(node("node-" + i));
        }
        return nodes;
    }

    Node node(String name) throws Exception {
        var node = new Node(name, open());
        get(vertx.deployVerticle(node));
        return node;
    }

    static Window window(String cidr) {
        return Window.of(Cidr.parse(cidr));
    }

    static List<Address> granted(List<Future<Answer>> answers) throws Exception {
        var addresses = new ArrayList<Address>();
        for (var answer : answers) {
            if (get(answer) instanceof Answer.Granted granted) {
                granted.leases().forEach(lease -> addresses.add(lease.address()));
            }
        }
        return addresses;
    }

    static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    /** A node's authority on an event loop of its own. */
    static final class Node extends VerticleBase {

        final String name;
        private final BlockStore store;
        private Context own;
        private AddressAuthority authority;

        Node(String name, BlockStore store) {
            this.name = name;
            this.store = store;
        }

        @Override
        public Future<?> start() {
            own = context;
            authority = new AddressAuthority(
                    (pause, then) -> vertx.setTimer(pause.toMillis(), _ -> then.run()),
                    store,
                    Gone.never(),
                    Clock.systemUTC(),
                    new AuthorityOptions(name, true));
            return authority.start();
        }

        Future<Answer> take(String domain, String uid, Optional<Address> wanted, Window window) {
            var lease = new LeaseRequest(
                    new Owner.PodOwner(uid, "ns1", uid, "net1"),
                    "pool",
                    0,
                    "sandbox-" + uid,
                    "net1",
                    name,
                    wanted,
                    Optional.empty(),
                    Optional.empty());
            var slot = new SlotRequest(domain, List.of(window), Duration.ofMinutes(1), lease);
            var request = new AddressRequest(List.of(slot), Instant.now().plusSeconds(30));
            return onOwn(() -> authority.allocate(request));
        }

        Future<List<Lease>> release(String sandbox) {
            return onOwn(() -> authority.release(new Release.BySandbox(sandbox, "net1")));
        }

        private <T> Future<T> onOwn(Supplier<Future<T>> call) {
            var promise = Promise.<T>promise();
            own.runOnContext(_ -> call.get().onComplete(promise));
            return promise.future();
        }
    }
}

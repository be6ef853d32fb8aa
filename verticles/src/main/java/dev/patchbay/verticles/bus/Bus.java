package dev.patchbay.verticles.bus;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The event bus with typed addresses. Messages are immutable records and travel by reference, inside this process only. */
public final class Bus {

    private static final Logger LOG = LoggerFactory.getLogger(Bus.class);

    /** Longer than any honest answer takes: those who answer have time limits of their own. */
    private static final Duration ANSWER_LIMIT = Duration.ofMinutes(30);

    private static final DeliveryOptions LOCAL = new DeliveryOptions()
            .setLocalOnly(true)
            .setCodecName(LocalCodec.NAME)
            .setSendTimeout(ANSWER_LIMIT.toMillis());

    private final Vertx vertx;

    private Bus(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Creates the bus of a Vert.x instance; to be called once for each. */
    public static Bus create(Vertx vertx) {
        vertx.eventBus().registerCodec(new LocalCodec());
        return new Bus(vertx);
    }

    /** Sends a message to everybody who listens at {@code address}. */
    public <Q> void publish(Address<Q, Void> address, Q message) {
        vertx.eventBus().publish(address.name(), message, LOCAL);
    }

    /**
     * Asks whoever serves {@code address}.
     *
     * @return a future notified with the answer, or failed with the server's message
     */
    public <Q, R> Future<R> request(Address<Q, R> address, Q message) {
        return vertx.eventBus().<R>request(address.name(), message, LOCAL).map(answer -> answer.body());
    }

    /** Hears every message published at {@code address}, on the context of the caller. */
    public <Q> MessageConsumer<Q> listen(Address<Q, Void> address, Consumer<Q> listener) {
        return vertx.eventBus().localConsumer(address.name(), message -> listener.accept(message.body()));
    }

    /** Answers the requests at {@code address}, on the context of the caller. */
    public <Q, R> MessageConsumer<Q> serve(Address<Q, R> address, Function<Q, Future<R>> server) {
        return vertx.eventBus()
                .localConsumer(
                        address.name(),
                        message -> answer(server, message.body())
                                .onSuccess(answer -> message.reply(answer, LOCAL))
                                .onFailure(e -> {
                                    LOG.debug("{} failed", address.name(), e);
                                    message.reply(new ReplyException(ReplyFailure.RECIPIENT_FAILURE, 500, describe(e)));
                                }));
    }

    private static <Q, R> Future<R> answer(Function<Q, Future<R>> server, Q question) {
        try {
            return server.apply(question);
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }

    private static String describe(Throwable e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}

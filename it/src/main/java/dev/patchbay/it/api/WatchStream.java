package dev.patchbay.it.api;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.ServerWebSocket;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.node.JsonNodeFactory;

/** One watch of a client: over a web socket, one event a message, or as a chunked answer, one event a line. */
final class WatchStream {

    private WatchStream() {}

    static void open(HttpServerRequest request, ObjectStore store, long since, Predicate<ObjectStore.Event> wanted) {
        if ("websocket".equalsIgnoreCase(request.getHeader("Upgrade"))) {
            request.toWebSocket().onSuccess(socket -> overSocket(socket, store, since, wanted));
        } else {
            var response = request.response().setChunked(true).putHeader("Content-Type", "application/json");
            response.writeHead();
            var end = store.watch(since, filtered(wanted, text -> response.write(text + "\n")));
            response.closeHandler(_ -> end.run());
        }
    }

    private static void overSocket(
            ServerWebSocket socket, ObjectStore store, long since, Predicate<ObjectStore.Event> wanted) {
        var end = store.watch(since, filtered(wanted, socket::writeTextMessage));
        socket.closeHandler(_ -> end.run());
    }

    private static Consumer<ObjectStore.Event> filtered(Predicate<ObjectStore.Event> wanted, Consumer<String> sink) {
        return event -> {
            if (wanted.test(event)) {
                sink.accept(JsonNodeFactory.instance
                        .objectNode()
                        .put("type", event.kind())
                        .set("object", event.object())
                        .toString());
            }
        };
    }
}

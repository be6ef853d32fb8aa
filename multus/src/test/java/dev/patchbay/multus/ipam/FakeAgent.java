package dev.patchbay.multus.ipam;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The agent's end of the socket, which records what it is asked and then does what a test says. Bytes are held as text in
 * ISO 8859-1, one character each.
 */
final class FakeAgent implements AutoCloseable {

    private final ServerSocketChannel server;
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();

    private FakeAgent(ServerSocketChannel server) {
        this.server = server;
    }

    /** What the agent was asked. */
    record Request(String line, Map<String, String> headers, String body) {}

    /** What the agent does with a connection, before anything is read from it. */
    interface Behaviour {
        void serve(Connection connection) throws IOException, InterruptedException;
    }

    /** Starts an agent that does {@code behaviour} with each connection, then closes it. */
    static FakeAgent start(Path socket, Behaviour behaviour) throws IOException {
        var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        var agent = new FakeAgent(server);
        Thread.ofVirtual().start(() -> agent.serve(behaviour));
        return agent;
    }

    /** Starts an agent that reads a request and sends {@code answer}. */
    static FakeAgent answering(Path socket, String answer) throws IOException {
        return start(socket, connection -> {
            connection.read();
            connection.send(answer);
        });
    }

    /** Returns an answer as HTTP. */
    static String http(String status, String body) {
        return "HTTP/1.1 %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s"
                .formatted(status, body.length(), body);
    }

    /** Returns the next request, once it was read. */
    Request request() throws InterruptedException {
        var request = requests.poll(10, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("the agent was not asked");
        }
        return request;
    }

    private void serve(Behaviour behaviour) {
        while (server.isOpen()) {
            try (var channel = server.accept()) {
                behaviour.serve(new Connection(channel, requests));
            } catch (IOException | InterruptedException e) {
                // The plugin or the test has gone; what it lacked, the test sees.
            }
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    /** One connection of a plugin. */
    record Connection(SocketChannel channel, BlockingQueue<Request> requests) {

        /** Reads one request, which is recorded. */
        void read() throws IOException {
            var in = Channels.newInputStream(channel);
            var head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    throw new IOException("no whole request");
                }
                head.append((char) next);
            }
            var lines = head.toString().strip().split("\r\n", -1);
            var headers = new LinkedHashMap<String, String>();
            for (int i = 1; i < lines.length; i++) {
                int colon = lines[i].indexOf(':');
                headers.put(
                        lines[i].substring(0, colon),
                        lines[i].substring(colon + 1).strip());
            }
            var body = new String(in.readNBytes(Integer.parseInt(headers.get("Content-Length"))), ISO_8859_1);
            requests.add(new Request(lines[0], headers, body));
        }

        void send(String text) throws IOException {
            var bytes = ByteBuffer.wrap(text.getBytes(ISO_8859_1));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        /** Keeps the connection open until the plugin closes it. */
        void keep() throws IOException {
            while (channel.read(ByteBuffer.allocate(4096)) >= 0) {
                // What comes is not of interest.
            }
        }
    }
}

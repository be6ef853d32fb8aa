package dev.patchbay.verticles.ipam.cni;

import static org.assertj.core.api.Assertions.assertThat;

import dev.patchbay.verticles.ipam.engine.AddressAuthority;
import dev.patchbay.verticles.ipam.engine.AuthorityOptions;
import dev.patchbay.verticles.ipam.engine.Gone;
import dev.patchbay.verticles.ipam.store.FileBlockStore;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** CNI calls as the plugin sends them, against a real socket and addresses in files. */
class IpamSocketTest {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String RANGE =
            "'range': '10.9.0.0/24', 'gateway': '10.9.0.1', 'routes': [{'dst': '192.0.2.0/24'}]";

    @TempDir
    private Path dir;

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = vertx.createHttpClient();

    /** What the plugin would print, and whether it is an error. */
    private record Printed(int status, String text) {

        JsonNode json() {
            return MAPPER.readTree(text);
        }
    }

    @BeforeEach
    void open() throws Exception {
        get(vertx.deployVerticle(new VerticleBase() {
            @Override
            public Future<?> start() throws Exception {
                var authority = new AddressAuthority(
                        (pause, then) -> vertx.setTimer(pause.toMillis(), _ -> then.run()),
                        FileBlockStore.open(vertx, dir.resolve("blocks")),
                        Gone.never(),
                        Clock.systemUTC(),
                        new AuthorityOptions("node-1", true));
                var socket = new IpamSocket(
                        vertx, path(), authority, NamedPools.none(), Duration.ZERO, "node-1", Clock.systemUTC());
                return authority.start().compose(_ -> socket.open());
            }
        }));
    }

    @AfterEach
    void close() throws Exception {
        get(vertx.close());
    }

    @Test
    void isForItsOwnerOnly() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void answersWithAddressGatewayAndRoutes() throws Exception {
        var added = call("ADD", "c1", "", config("1.0.0", RANGE));

        assertThat(added.status()).isEqualTo(200);
        assertThat(added.json().path("cniVersion").asString("")).isEqualTo("1.0.0");
        assertThat(added.json().at("/ips/0/address").asString(""))
                .startsWith("10.9.0.")
                .endsWith("/24");
        assertThat(added.json().at("/ips/0/gateway").asString("")).isEqualTo("10.9.0.1");
        assertThat(added.json().at("/routes/0/dst").asString("")).isEqualTo("192.0.2.0/24");
        assertThat(call("ADD", "c1", "", config("1.0.0", RANGE))).isEqualTo(added);
    }

    @Test
    void answersOldVersionsInTheirForm() throws Exception {
        assertThat(call("ADD", "c1", "", config("0.2.0", RANGE))
                        .json()
                        .at("/ip4/ip")
                        .asString(""))
                .startsWith("10.9.0.");
        assertThat(call("ADD", "c2", "", config("0.4.0", RANGE))
                        .json()
                        .at("/ips/0/version")
                        .asString(""))
                .isEqualTo("4");
    }

    @Test
    void checksWhatIsHeldAndWhatIsNot() throws Exception {
        call("ADD", "c1", "", config("1.0.0", RANGE));
        assertThat(call("CHECK", "c1", "", config("1.0.0", RANGE)).status()).isEqualTo(200);

        assertThat(call("DEL", "c1", "", config("1.0.0", RANGE))).isEqualTo(new Printed(200, ""));
        assertThat(call("DEL", "c1", "", config("1.0.0", RANGE))).isEqualTo(new Printed(200, ""));
        assertThat(call("CHECK", "c1", "", config("1.0.0", RANGE))
                        .json()
                        .path("code")
                        .asInt(0))
                .isEqualTo(101);
    }

    @Test
    void givesBackThoughTheConfigurationIsWrongByNow() throws Exception {
        call("ADD", "c1", "", config("1.0.0", RANGE));

        assertThat(call("DEL", "c1", "", config("1.0.0", "'rnge': 'x'")).status())
                .isEqualTo(200);
        assertThat(call("CHECK", "c1", "", config("1.0.0", RANGE)).status()).isEqualTo(409);
    }

    @Test
    void freesAtGcWhatIsNotValidAnyMoreOfThatNetworkOnly() throws Exception {
        call("ADD", "c1", "", config("1.1.0", RANGE));
        call("ADD", "c2", "", config("1.1.0", RANGE));
        call("ADD", "c3", "", config("1.1.0", RANGE).replace("\"net\"", "\"other\""));

        var gc = config("1.1.0", RANGE)
                .replaceFirst(
                        "\\{", "{\"cni.dev/valid-attachments\": [{\"containerID\": \"c1\", \"ifname\": \"net1\"}],");
        assertThat(call("GC", "", "", gc).status()).isEqualTo(200);

        assertThat(call("CHECK", "c1", "", config("1.1.0", RANGE)).status()).isEqualTo(200);
        assertThat(call("CHECK", "c2", "", config("1.1.0", RANGE)).status()).isEqualTo(409);
        assertThat(call("CHECK", "c3", "", config("1.1.0", RANGE)).status()).isEqualTo(200);
    }

    @Test
    void freesNothingAtAGcWithoutAList() throws Exception {
        call("ADD", "c1", "", config("1.1.0", RANGE));

        assertThat(call("GC", "", "", config("1.1.0", RANGE)).status()).isEqualTo(409);
        assertThat(call("CHECK", "c1", "", config("1.1.0", RANGE)).status()).isEqualTo(200);
    }

    @Test
    void saysWhetherItCanServe() throws Exception {
        assertThat(call("STATUS", "", "", config("1.1.0", RANGE)).status()).isEqualTo(200);
        assertThat(call("STATUS", "", "", config("1.1.0", "'pool': 'a'"))
                        .json()
                        .path("code")
                        .asInt(0))
                .isEqualTo(50);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            IP=10.9.0.77            | 10.9.0.77/24
            IP=10.9.0.78/24         | 10.9.0.78/24
            IP=10.9.0.79;K8S_POD_UID=u1;K8S_POD_NAMESPACE=ns;K8S_POD_NAME=p | 10.9.0.79/24
            """)
    void givesTheAddressThatIsAskedFor(String args, String address) throws Exception {
        assertThat(call("ADD", "c1", args, config("1.0.0", RANGE))
                        .json()
                        .at("/ips/0/address")
                        .asString(""))
                .isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            IP=10.8.0.1             | 100 | is in no range of this network
            IP=10.9.0.7/16          | 100 | the prefix length of its network is 24
            IP=10.9.0.1             | 100 | it is a gateway
            IP=10.9.0.300           | 100 | 10.9.0.300
            IP=10.9.0.5,10.9.0.6    | 100 | there is another for that range already
            NOPAIR                  | 4   | which is no key=value
            K8S_POD_UID=a/b         | 4   | cannot be a pod's uid
            """)
    void refusesWhatCannotBe(String args, int code, String reason) throws Exception {
        var refused = call("ADD", "c1", args, config("1.0.0", RANGE)).json();

        assertThat(refused.path("code").asInt(0)).isEqualTo(code);
        assertThat(refused.path("msg").asString("")).contains(reason);
    }

    @Test
    void refusesWhatIsNoCall() throws Exception {
        assertThat(call("ADD", "c1", "", "{").json().path("code").asInt(0)).isEqualTo(6);
        assertThat(call("ADD", "", "", config("1.0.0", RANGE))
                        .json()
                        .path("code")
                        .asInt(0))
                .isEqualTo(4);
        assertThat(call("ADD", "a/b", "", config("1.0.0", RANGE))
                        .json()
                        .path("code")
                        .asInt(0))
                .isEqualTo(4);
        assertThat(call("FLY", "c1", "", config("1.0.0", RANGE))
                        .json()
                        .path("code")
                        .asInt(0))
                .isEqualTo(4);
        assertThat(call("ADD", "c1", "", config("1.0.0", "'range': '10.9.0.0/24', 'exlude': []"))
                        .json()
                        .path("msg")
                        .asString(""))
                .contains("exlude");
    }

    @Test
    void tellsToTryAgainWhenNothingIsLeft() throws Exception {
        var tiny = config("1.0.0", "'range': '10.9.9.0/31'");
        call("ADD", "c1", "", tiny);
        call("ADD", "c2", "", tiny);

        var refused = call("ADD", "c3", "", tiny).json();

        assertThat(refused.path("code").asInt(0)).isEqualTo(11);
        assertThat(refused.path("msg").asString(""))
                .contains("10.9.9.0/31", "2 are used", "containers without a pod 2");
    }

    private Path path() {
        return dir.resolve("run").resolve("ipam.sock");
    }

    private static String config(String version, String ipam) {
        return "{\"cniVersion\": \"%s\", \"name\": \"net\", \"type\": \"bridge\", \"ipam\": {\"type\": \"patchbay\", %s}}"
                .formatted(version, ipam.replace('\'', '"'));
    }

    private Printed call(String command, String container, String args, String body) throws Exception {
        var headers =
                Map.of("CNI-Command", command, "CNI-ContainerID", container, "CNI-IfName", "net1", "CNI-Args", args);
        var options = new RequestOptions()
                .setServer(SocketAddress.domainSocketAddress(path().toString()))
                .setMethod(HttpMethod.POST)
                .setHost("localhost")
                .setPort(80)
                .setURI("/cni");
        return get(client.request(options).compose(request -> {
            headers.forEach(request::putHeader);
            return request.send(Buffer.buffer(body))
                    .compose(response ->
                            response.body().map(text -> new Printed(response.statusCode(), text.toString())));
        }));
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}

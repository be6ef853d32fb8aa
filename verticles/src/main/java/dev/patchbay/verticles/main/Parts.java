package dev.patchbay.verticles.main;

import dev.patchbay.cri.CriClient;
import dev.patchbay.cri.CriException;
import dev.patchbay.cri.CriOptions;
import dev.patchbay.cri.CriSockets;
import dev.patchbay.multus.attach.Attacher;
import dev.patchbay.multus.attach.CallPreparation;
import dev.patchbay.multus.attach.CniAttacher;
import dev.patchbay.multus.cache.AttachmentCache;
import dev.patchbay.multus.cache.ForeignCaches;
import dev.patchbay.multus.cni.CniOptions;
import dev.patchbay.multus.cni.CniRuntime;
import dev.patchbay.multus.cni.HostCommands;
import dev.patchbay.multus.devinfo.DeviceInfoFiles;
import dev.patchbay.multus.netns.NetworkNamespaces;
import dev.patchbay.multus.policy.Policy;
import dev.patchbay.multus.policy.PolicyConfig;
import dev.patchbay.verticles.agent.AgentParts;
import dev.patchbay.verticles.config.PatchbayConfig;
import dev.patchbay.verticles.ipam.IpamVerticle;
import dev.patchbay.verticles.ipam.chores.ChoresVerticle;
import dev.patchbay.verticles.ipam.chores.ClusterChores;
import dev.patchbay.verticles.ipam.chores.Leadership;
import dev.patchbay.verticles.ipam.kubernetes.GonePods;
import dev.patchbay.verticles.ipam.kubernetes.KubernetesPools;
import dev.patchbay.verticles.ipam.store.BlockStore;
import dev.patchbay.verticles.ipam.store.FileBlockStore;
import dev.patchbay.verticles.ipam.store.KubernetesBlockStore;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.vertx5.Vertx5HttpClientFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** The parts that are no verticles, made from the configuration. */
record Parts(
        Vertx vertx,
        KubernetesClient client,
        CriClient cri,
        AttachmentCache cache,
        ForeignCaches foreign,
        NetworkNamespaces namespaces,
        Attacher attacher,
        BlockStore blocks,
        RecordsLock lock) {

    private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

    /** Where the IPAM plugin finds this process. */
    private static final String IPAM_SOCKET = "PATCHBAY_IPAM_SOCKET";

    /** A node's process needs few event loops: its own work is done by workers. */
    private static final int EVENT_LOOPS = 2;

    static Parts create(PatchbayConfig config) throws StartException {
        var lock = RecordsLock.take(config.cni().cacheDir());
        var cache = openCache(config);
        var namespaces = new NetworkNamespaces();
        var foreign = new ForeignCaches(config.cni().foreignCacheDirs());
        var socket = criSocket(config);
        var access = access(config.kubernetes().kubeconfig());
        var vertx = vertx(EVENT_LOOPS);
        var client = client(vertx, access);
        return new Parts(
                vertx,
                client,
                CriClient.create(vertx, new CriOptions(socket, config.cri().timeout())),
                cache,
                foreign,
                namespaces,
                attacher(config, cache, foreign, namespaces),
                blocks(vertx, client, config.ipam()),
                lock);
    }

    /** Without a directory for files of the class path, which would stay in /tmp after each kill. */
    static Vertx vertx(int eventLoops) {
        return Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(eventLoops)
                .setFileSystemOptions(new FileSystemOptions().setClassPathResolvingEnabled(false)));
    }

    IpamVerticle ipam(PatchbayConfig config, Clock clock) {
        return new IpamVerticle(
                config.ipam(),
                config.sweep(),
                config.nodeName(),
                blocks,
                new KubernetesPools(vertx, client),
                new GonePods(vertx, client),
                clock);
    }

    ChoresVerticle chores(PatchbayConfig config, Clock clock) {
        var namespace = Optional.ofNullable(client.getNamespace()).orElse("default");
        return new ChoresVerticle(
                () -> new Leadership(client, namespace, config.nodeName()),
                new ClusterChores(blocks, new KubernetesPools(vertx, client), new GonePods(vertx, client), clock),
                config.sweep());
    }

    AgentParts agent(MeterRegistry meters) {
        return new AgentParts(cri, cache, foreign, namespaces, attacher, meters);
    }

    private static Attacher attacher(
            PatchbayConfig config, AttachmentCache cache, ForeignCaches foreign, NetworkNamespaces namespaces) {
        var cni = config.cni();
        var options = CniOptions.of(cni.binDirs())
                .withExecPrefix(cni.execPrefix())
                .withTimeouts(cni.addTimeout(), cni.delTimeout())
                .withVariables(Map.of(IPAM_SOCKET, config.ipam().socket().toString()));
        var preparation = new CallPreparation(
                cni.confDir(),
                new Policy(policy(config.policy())),
                namespaces,
                new DeviceInfoFiles(cni.deviceInfoDir()));
        return new CniAttacher(
                preparation,
                new CniRuntime(options),
                new HostCommands(options),
                namespaces,
                cache,
                foreign,
                Clock.systemUTC());
    }

    private static PolicyConfig policy(PatchbayConfig.PolicySettings settings) {
        return new PolicyConfig(
                settings.namespaceIsolation(),
                Set.copyOf(settings.globalNamespaces()),
                Set.copyOf(settings.adminNamespaces()),
                settings.restrictHostKeys(),
                Set.copyOf(settings.allowedPlugins()),
                Set.copyOf(settings.allowedMasters()),
                Set.copyOf(settings.allowedBridges()),
                Set.copyOf(settings.allowedCapabilities()),
                settings.minHostPort(),
                settings.maxHostPort(),
                Set.copyOf(settings.reservedHostPorts()));
    }

    private static BlockStore blocks(Vertx vertx, KubernetesClient client, PatchbayConfig.Ipam config)
            throws StartException {
        if (config.store() == PatchbayConfig.Ipam.Store.kubernetes) {
            return new KubernetesBlockStore(vertx, client);
        }
        try {
            return FileBlockStore.open(vertx, config.directory());
        } catch (IOException e) {
            throw new StartException("ipam.directory %s cannot be used: %s".formatted(config.directory(), e), e);
        }
    }

    private static AttachmentCache openCache(PatchbayConfig config) throws StartException {
        var dir = config.cni().cacheDir();
        try {
            var cache = AttachmentCache.open(dir);
            cache.problems().forEach(problem -> LOG.warn("in {}: {}", dir, problem));
            return cache;
        } catch (IOException e) {
            throw new StartException("cni.cacheDir %s cannot be used: %s".formatted(dir, e.getMessage()), e);
        }
    }

    private static Path criSocket(PatchbayConfig config) throws StartException {
        try {
            return CriSockets.choose(config.cri().socket());
        } catch (CriException e) {
            throw new StartException(e.getMessage(), e);
        }
    }

    private static Config access(String kubeconfig) throws StartException {
        try {
            return kubeconfig.isEmpty() ? Config.autoConfigure(null) : Config.fromKubeconfig(new File(kubeconfig));
        } catch (KubernetesClientException e) {
            var reason = e.getCause() == null ? e.getMessage() : e.getCause().toString();
            throw new StartException("kubernetes.kubeconfig %s cannot be used: %s".formatted(kubeconfig, reason), e);
        }
    }

    private static KubernetesClient client(Vertx vertx, Config access) {
        return new KubernetesClientBuilder()
                .withConfig(access)
                // Without a search for all kinds of resources there are: it would load hundreds of classes for nothing.
                .withKubernetesSerialization(new KubernetesSerialization(new JsonMapper(), false))
                .withHttpClientFactory(new Vertx5HttpClientFactory(vertx))
                .build();
    }
}

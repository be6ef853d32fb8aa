package dev.patchbay.multus.attach;

import dev.patchbay.multus.attach.AttachException.Kind;
import dev.patchbay.multus.cache.CachedAttachment;
import dev.patchbay.multus.cache.CachedAttachment.Provenance;
import dev.patchbay.multus.netns.DefaultRoute;
import dev.patchbay.multus.netns.DefaultRoutes;
import dev.patchbay.multus.netns.NetworkNamespaces;
import dev.patchbay.multus.netns.RouteChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Default routes of a sandbox, changed as the pure rules of {@link DefaultRoutes} say. */
final class Routes {

    private static final Logger LOG = LoggerFactory.getLogger(Routes.class);

    private final NetworkNamespaces namespaces;

    Routes(NetworkNamespaces namespaces) {
        this.namespaces = namespaces;
    }

    void apply(Path netns, List<RouteChange> changes) throws AttachException {
        try {
            change(netns, changes);
        } catch (IOException e) {
            throw new AttachException(
                    Kind.FAILED, "the default route could not be set: %s".formatted(e.getMessage()), e);
        }
    }

    /**
     * Returns what an attachment displaced, followed by what was displaced by the attachments that it took the route
     * from: so the right one comes back in whatever order they go.
     */
    List<DefaultRoute> inherited(List<DefaultRoute> displaced, List<CachedAttachment> present) {
        var all = new ArrayList<>(displaced);
        for (var route : displaced) {
            present.stream()
                    .filter(a -> a.call().interfaceName().equals(route.interfaceName()))
                    .flatMap(a -> a.provenance().stream())
                    .flatMap(p -> p.displacedRoutes().stream())
                    .forEach(all::add);
        }
        return all;
    }

    /** Puts back what an attachment that was removed had displaced; not being able to is no reason to keep its record. */
    void putBack(CachedAttachment removed) {
        var displaced = removed.provenance().map(Provenance::displacedRoutes).orElse(List.of());
        var netns = Path.of(removed.call().netns());
        if (displaced.isEmpty() || !Files.exists(netns)) {
            return;
        }
        try {
            change(netns, DefaultRoutes.afterDel(namespaces.look(netns), displaced));
        } catch (IOException e) {
            LOG.warn(
                    "{} of sandbox {}: the former default route could not be put back: {}",
                    removed.call().interfaceName(),
                    removed.call().containerId(),
                    e.getMessage());
        }
    }

    private void change(Path netns, List<RouteChange> changes) throws IOException {
        for (var change : changes) {
            switch (change) {
                case RouteChange.Add add -> namespaces.addDefaultRoute(netns, add.route());
                case RouteChange.Remove remove -> namespaces.removeDefaultRoute(netns, remove.route());
            }
        }
    }
}

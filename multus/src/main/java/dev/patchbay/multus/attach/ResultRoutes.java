package dev.patchbay.multus.attach;

import dev.patchbay.annotations.selection.AttachmentRequest;
import dev.patchbay.multus.cni.CniResult;
import dev.patchbay.multus.cni.CniResult.Route;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The default routes of a result, as they are after they were put where they belong. Pure. */
final class ResultRoutes {

    private static final String ANY_V4 = "0.0.0.0/0";
    private static final String ANY_V6 = "::/0";
    private static final Set<String> DEFAULTS = Set.of(ANY_V4, ANY_V6);

    private ResultRoutes() {}

    /**
     * Returns the result with the default routes that the interface carries: none where the element asked for none; the
     * element's gateways where it names some; the plugin's own where it asked without naming any.
     */
    static CniResult asArranged(CniResult result, AttachmentRequest request) {
        if (request.defaultRoute().filter(gateways -> gateways.isEmpty()).isPresent()) {
            return result;
        }
        var gateways = request.defaultRoute().stream()
                .flatMap(list -> list.stream())
                .map(gateway -> new Route(gateway.indexOf(':') >= 0 ? ANY_V6 : ANY_V4, Optional.of(gateway), Map.of()));
        var others = result.routes().stream().filter(route -> !DEFAULTS.contains(route.destination()));
        return new CniResult(
                result.interfaces(),
                result.ips(),
                Stream.concat(others, gateways).toList(),
                result.dns());
    }
}

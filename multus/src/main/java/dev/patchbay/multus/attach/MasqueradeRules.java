package dev.patchbay.multus.attach;

import dev.patchbay.multus.cni.CniCall;
import dev.patchbay.multus.cni.CniResult;
import dev.patchbay.multus.cni.HostCommands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Masquerading rules that the bridge and ptp plugins leave at a DEL without a namespace: they learn the addresses to
 * remove rules for from the link alone. The result of ADD tells them too.
 */
final class MasqueradeRules {

    private static final Logger LOG = LoggerFactory.getLogger(MasqueradeRules.class);

    /** The plugins' limit for names of chains, below iptables' own. */
    private static final int CHAIN_LENGTH = 28;

    private final HostCommands commands;

    MasqueradeRules(HostCommands commands) {
        this.commands = commands;
    }

    /** Returns whether a plugin makes such rules. */
    static boolean areMadeBy(ObjectNode plugin) {
        return plugin.path("ipMasq").asBoolean(false);
    }

    /** Removes the rules of an attachment; those that are not there are no error. */
    void remove(CniCall call, CniResult result) {
        var chain = chain(call);
        for (var ip : result.ips()) {
            boolean v6 = ip.address().indexOf(':') >= 0;
            var host = ip.address().replaceAll("/.*", "") + (v6 ? "/128" : "/32");
            run(v6, List.of("-D", "POSTROUTING", "-s", host, "-m", "comment", "--comment", comment(call), "-j", chain));
            run(v6, List.of("-F", chain));
            run(v6, List.of("-X", chain));
        }
    }

    private void run(boolean v6, List<String> rule) {
        var command = new ArrayList<>(List.of(v6 ? "ip6tables" : "iptables", "-w", "-t", "nat"));
        command.addAll(rule);
        try {
            if (!commands.run(command)) {
                LOG.debug("nothing to remove: {}", command);
            }
        } catch (IOException e) {
            LOG.warn("masquerading rules may be left: {}: {}", command, e.getMessage());
        }
    }

    /** The plugins' name of the chain of an attachment: a digest of network and sandbox. */
    static String chain(CniCall call) {
        try {
            var digest = MessageDigest.getInstance("SHA-512")
                    .digest((call.network().name() + call.containerId()).getBytes(StandardCharsets.UTF_8));
            return ("CNI-" + HexFormat.of().formatHex(digest)).substring(0, CHAIN_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The plugins' comment at each rule of an attachment. */
    static String comment(CniCall call) {
        return "name: \"%s\" id: \"%s\"".formatted(call.network().name(), call.containerId());
    }
}

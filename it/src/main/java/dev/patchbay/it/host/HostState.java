package dev.patchbay.it.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What of this machine a test could leave changed: links, namespaces, firewall rules, shaping. */
public record HostState(Set<String> links, Set<String> namespaces, Set<String> firewall, Set<String> shaping) {

    /** The kernel's ifb module makes these when it is first used, and the bandwidth plugin uses it. */
    private static final Set<String> LINKS_OF_THE_KERNEL = Set.of("ifb0", "ifb1");

    /** Looks at this machine now. */
    public static HostState now() {
        return new HostState(
                lines(Shell.run("ip", "-o", "link").replaceAll("(?m)^\\d+: ([^:@]+).*$", "$1")),
                lines(Shell.run("ip", "netns", "list").replaceAll("(?m)\\s.*$", "")),
                lines(Shell.tryRun("iptables-save").output()).stream()
                        .filter(line -> line.startsWith("-A") || line.startsWith(":CNI-"))
                        // A chain's line ends with its counters.
                        .map(line -> line.replaceAll(" \\[\\d+:\\d+]$", ""))
                        .collect(Collectors.toCollection(TreeSet::new)),
                lines(Shell.run("tc", "qdisc").replaceAll("(?m) refcnt.*$", "")));
    }

    /** Returns what is here now and was not there in {@code before}. */
    public List<String> newSince(HostState before) {
        var news = new ArrayList<String>();
        add(news, "link", links, before.links);
        add(news, "namespace", namespaces, before.namespaces);
        add(news, "firewall rule", firewall, before.firewall);
        add(news, "qdisc", shaping, before.shaping);
        return news;
    }

    private static void add(List<String> news, String what, Set<String> now, Set<String> before) {
        now.stream()
                .filter(item -> !before.contains(item) && !LINKS_OF_THE_KERNEL.contains(item))
                .forEach(item -> news.add(what + " " + item));
    }

    private static Set<String> lines(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

package dev.patchbay.verticles.ipam.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A form of an {@code ipam} section. A section has one: what two of them say together, nobody has defined.
 *
 * @param title    for people
 * @param defining keys that say where addresses come from; one of them makes a section be of this form
 * @param others   keys that may stand beside them
 */
record Form(Kind kind, String title, Set<String> defining, Set<String> others) {

    private static final Set<String> COMMON = Set.of("type", "routes", "dns", "macFromIP");

    private static final Form POOLS = new Form(Kind.POOLS, "a named pool", Set.of("pool", "pools"), Set.of());

    /**
     * whereabouts' keys. Those of its own bookkeeping (election, logs, data store, slices of a range per node) change no
     * address that may be given, and are accepted so that they may stay where they are.
     */
    private static final Form WHEREABOUTS = new Form(
            Kind.WHEREABOUTS,
            "whereabouts",
            Set.of("range", "range_start", "range_end", "exclude", "ipRanges"),
            Set.of(
                    "gateway",
                    "network_name",
                    "addresses",
                    "enable_overlapping_ranges",
                    "node_slice_size",
                    "leader_lease_duration",
                    "leader_renew_deadline",
                    "leader_retry_period",
                    "reconciler_cron_expression",
                    "sleep_for_race",
                    "kubernetes",
                    "configuration_path",
                    "log_file",
                    "log_level",
                    "datastore",
                    "etcd_host",
                    "etcd_username",
                    "etcd_password",
                    "etcd_key_file",
                    "etcd_cert_file",
                    "etcd_ca_cert_file"));

    /** host-local's keys; {@code dataDir} is where it keeps its files, which do not exist here. */
    private static final Form HOST_LOCAL = new Form(
            Kind.HOST_LOCAL,
            "host-local",
            Set.of("ranges", "subnet", "rangeStart", "rangeEnd"),
            Set.of("gateway", "network_name", "dataDir", "resolvConf"));

    private static final List<Form> ALL = List.of(POOLS, WHEREABOUTS, HOST_LOCAL);

    Form {
        defining = Set.copyOf(defining);
        others = Set.copyOf(others);
    }

    enum Kind {
        POOLS,
        WHEREABOUTS,
        HOST_LOCAL
    }

    /** Finds the form of a section, which has keys of that form only. */
    static Kind of(Section ipam) throws IpamConfigException {
        var found = new ArrayList<Form>();
        for (var form : ALL) {
            if (ipam.firstOf(form.defining).isPresent()) {
                found.add(form);
            }
        }
        if (found.isEmpty()) {
            throw new IpamConfigException(
                    ipam.path(),
                    "says nothing about addresses; name a pool, or write range (as for whereabouts) or ranges (as for host-local)");
        }
        if (found.size() > 1) {
            throw mixed(ipam, found);
        }
        ipam.refuseOthers(found.getFirst().keys());
        return found.getFirst().kind;
    }

    private Set<String> keys() {
        return Stream.of(COMMON, defining, others).flatMap(Set::stream).collect(Collectors.toSet());
    }

    private static IpamConfigException mixed(Section ipam, List<Form> forms) {
        var places = forms.stream()
                .map(form -> "%s (%s)"
                        .formatted(ipam.path(ipam.firstOf(form.defining).orElseThrow()), form.title))
                .collect(Collectors.joining(" and "));
        var choices = forms.stream()
                .map(form -> form.defining.stream().sorted().collect(Collectors.joining(", ")))
                .collect(Collectors.joining(", or "));
        return new IpamConfigException(
                ipam.path(), "has keys of different forms, %s; keep to %s".formatted(places, choices));
    }
}

package dev.patchbay.verticles.ipam.cni;

import dev.patchbay.verticles.ipam.address.Address;
import dev.patchbay.verticles.ipam.address.Cidr;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The addresses that a call asks for by name, wherever runtimes write them. Pure. */
final class Wishes {

    private Wishes() {}

    /**
     * Returns the addresses: {@code IP} of {@code CNI_ARGS}, {@code args.cni.ips}, {@code runtimeConfig.ips}; what stands
     * in several of them counts once.
     */
    static Set<String> of(CniRequest request) {
        var wishes = new LinkedHashSet<String>();
        for (var text : request.args().getOrDefault("IP", "").split(",", -1)) {
            add(wishes, text);
        }
        texts(request.config().path("args").path("cni").path("ips")).forEach(text -> add(wishes, text));
        texts(request.config().path("runtimeConfig").path("ips")).forEach(text -> add(wishes, text));
        return wishes;
    }

    private static void add(Set<String> wishes, String text) {
        if (!text.isBlank()) {
            wishes.add(text.strip());
        }
    }

    private static List<String> texts(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(item -> texts.add(item.asString("")));
        return texts;
    }

    /**
     * Returns the address asked for, for each slot: each address goes to the first slot whose subnet has it.
     *
     * @throws CniFailure where one is in no subnet, has another prefix length than it, or there are two for one slot
     */
    static List<Optional<Address>> perSlot(Set<String> wishes, Supply supply) throws CniFailure {
        var chosen = new ArrayList<Optional<Address>>();
        supply.slots().forEach(_ -> chosen.add(Optional.empty()));
        for (var wish : wishes) {
            var address = address(wish);
            int slot = slot(address, supply, chosen)
                    .orElseThrow(() -> new CniFailure(
                            CniFailure.REFUSED,
                            "%s was asked for, but is in no range of this network, or there is another for that range already"
                                    .formatted(wish)));
            requirePrefix(wish, address, supply.slots().get(slot));
            chosen.set(slot, Optional.of(address));
        }
        return chosen;
    }

    private static Optional<Integer> slot(Address address, Supply supply, List<Optional<Address>> chosen) {
        for (int i = 0; i < supply.slots().size(); i++) {
            boolean fits = supply.slots().get(i).windows().stream()
                    .anyMatch(window -> window.subnet().span().contains(address));
            if (fits && (chosen.get(i).isEmpty() || chosen.get(i).get().equals(address))) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    private static void requirePrefix(String wish, Address address, Supply.Slot slot) throws CniFailure {
        int slash = wish.indexOf('/');
        int prefix = slot.rangeOf(address).window().prefixLength();
        if (slash >= 0 && !wish.substring(slash + 1).equals(Integer.toString(prefix))) {
            throw new CniFailure(
                    CniFailure.REFUSED,
                    "%s was asked for, but the prefix length of its network is %d".formatted(wish, prefix));
        }
    }

    private static Address address(String wish) throws CniFailure {
        try {
            return wish.contains("/") ? Cidr.parse(wish).address() : Address.parse(wish);
        } catch (IllegalArgumentException e) {
            throw new CniFailure(CniFailure.REFUSED, "%s was asked for: %s".formatted(wish, e.getMessage()));
        }
    }
}

package dev.patchbay.multus.netns;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a look into a network namespace showed: its links with their addresses, and its default routes. */
public record NamespaceView(List<Link> links, List<DefaultRoute> defaultRoutes) {

    public NamespaceView {
        links = List.copyOf(links);
        defaultRoutes = List.copyOf(defaultRoutes);
    }

    /** Returns the link of that name. */
    public Optional<Link> link(String name) {
        return links.stream().filter(l -> l.name().equals(name)).findFirst();
    }

    /** Returns the names of all links. */
    public Set<String> linkNames() {
        return links.stream().map(Link::name).collect(Collectors.toUnmodifiableSet());
    }
}

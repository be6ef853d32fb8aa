package dev.patchbay.annotations.status;

import java.util.List;

/** What a network-status annotation turned out to be. */
public sealed interface ParsedStatuses {

    /** The annotation can be read. */
    record Valid(List<NetworkStatus> entries) implements ParsedStatuses {

        public Valid {
            entries = List.copyOf(entries);
        }
    }

    /**
     * The annotation cannot be read.
     *
     * @param message where and what is wrong; printable and of bounded length
     */
    record Invalid(String message) implements ParsedStatuses {}
}

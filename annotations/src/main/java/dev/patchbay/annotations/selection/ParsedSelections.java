package dev.patchbay.annotations.selection;

import java.util.List;

/** What a networks annotation turned out to be. One bad element makes all of it invalid, as the specification wants. */
public sealed interface ParsedSelections {

    /**
     * The annotation is valid.
     *
     * @param elements in the annotation's order; empty means "no secondary networks"
     */
    record Valid(List<NetworkSelectionElement> elements) implements ParsedSelections {

        public Valid {
            elements = List.copyOf(elements);
        }
    }

    /**
     * The annotation is not valid and must change nothing.
     *
     * @param problems everything that is wrong with it; never empty
     */
    record Invalid(List<Problem> problems) implements ParsedSelections {

        /** Fits an Event, whose message the API server limits to 1024 bytes, with room for the caller's own words. */
        private static final int MAX_MESSAGE_LENGTH = 800;

        public Invalid {
            problems = List.copyOf(problems);
            if (problems.isEmpty()) {
                throw new IllegalArgumentException("an invalid annotation has at least one problem");
            }
        }

        /** Returns the problems as one line for an Event; those that do not fit are counted. */
        public String message() {
            var message = new StringBuilder(problems.getFirst().toString());
            for (int i = 1; i < problems.size(); i++) {
                var next = " | " + problems.get(i);
                if (message.length() + next.length() > MAX_MESSAGE_LENGTH) {
                    return message.append(" | and %d more".formatted(problems.size() - i))
                            .toString();
                }
                message.append(next);
            }
            return message.toString();
        }
    }
}

package dev.patchbay.annotations.selection;

/**
 * One thing that is wrong with a networks annotation. All texts are printable and of bounded length.
 *
 * @param place  where: {@code element [1]} (counted from 0), a line and column of broken JSON, or the whole text
 * @param field  the element's field, with the position in a list from 0, as {@code ips[0]}; empty where no field is meant
 * @param text   the offending text in quotes, or the offending value as JSON; empty where there is none
 * @param what   what is wrong with it, as in "is not an IP address"
 * @param advice what to do about it
 */
public record Problem(String place, String field, String text, String what, String advice) {

    /** Returns one sentence for an Event or a log line. */
    @Override
    public String toString() {
        return place
                + (field.isEmpty() ? "" : ", field " + field)
                + ": "
                + (text.isEmpty() ? "" : text + " ")
                + what
                + "; "
                + advice;
    }
}

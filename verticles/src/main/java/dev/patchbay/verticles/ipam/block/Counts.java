package dev.patchbay.verticles.ipam.block;

/**
 * The usable addresses of a window in one or more blocks.
 *
 * @param used    leased, by whatever pool
 * @param resting released, and not yet for anybody
 * @param free    for anybody
 */
public record Counts(long used, long resting, long free) {

    /** Of no block at all. */
    public static final Counts NONE = new Counts(0, 0, 0);

    /** Returns the sum. */
    public Counts plus(Counts other) {
        return new Counts(used + other.used, resting + other.resting, free + other.free);
    }
}

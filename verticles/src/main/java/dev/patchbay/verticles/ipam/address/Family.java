package dev.patchbay.verticles.ipam.address;

/** The two families of IP addresses. */
public enum Family {
    IPV4(32),
    IPV6(128);

    private final int bits;

    Family(int bits) {
        this.bits = bits;
    }

    /** Returns how many bits an address has. */
    public int bits() {
        return bits;
    }
}

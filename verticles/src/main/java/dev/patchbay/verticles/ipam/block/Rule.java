package dev.patchbay.verticles.ipam.block;

/** Why an address is never given from a window. */
public enum Rule {
    OUTSIDE_RANGE("is outside of the range"),
    GATEWAY("is a gateway"),
    NETWORK_ADDRESS("is the subnet's network address"),
    BROADCAST_ADDRESS("is the subnet's broadcast address"),
    SUBNET_ROUTER_ANYCAST("is the subnet's router anycast address"),
    EXCLUDED("is excluded");

    private final String text;

    Rule(String text) {
        this.text = text;
    }

    /** Returns what is said of the address, for a sentence that it begins. */
    @Override
    public String toString() {
        return text;
    }
}

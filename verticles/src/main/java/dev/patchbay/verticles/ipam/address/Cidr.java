package dev.patchbay.verticles.ipam.address;

/**
 * An address with the prefix length of its subnet, such as {@code 10.0.0.7/24}. It need not be the subnet's first.
 *
 * @param prefixLength 0 to the bits of the family
 */
public record Cidr(Address address, int prefixLength) {

    /** @throws IllegalArgumentException where the family has no such prefix length */
    public Cidr {
        if (prefixLength < 0 || prefixLength > address.family().bits()) {
            throw new IllegalArgumentException(
                    "/%d is no prefix length of %s".formatted(prefixLength, address.family()));
        }
    }

    /**
     * Returns what a plain text says; the prefix length is a must.
     *
     * @throws IllegalArgumentException saying what is wrong with the text
     */
    public static Cidr parse(String text) {
        return AddressText.cidr(text);
    }

    /** Returns all addresses of the subnet. */
    public Span span() {
        return new Span(address.floor(prefixLength), address.ceiling(prefixLength));
    }

    /** Returns whether the address is the first of its subnet, so that no bits are set after the prefix. */
    public boolean isSubnet() {
        return address.equals(address.floor(prefixLength));
    }

    @Override
    public String toString() {
        return address + "/" + prefixLength;
    }
}

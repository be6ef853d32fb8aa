/**
 * Who has which address: blocks of addresses with their leases, and the pure decisions over them. A block is the unit
 * that is written at once; an address is owned if and only if its block says so.
 */
package dev.patchbay.verticles.ipam.block;

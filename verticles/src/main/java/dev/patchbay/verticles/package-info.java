/**
 * What runs on a node. Each package below is one room: {@code podwatch} sees pods and NADs, {@code reconcile} decides,
 * {@code agent} acts on sandboxes, {@code status} writes back, {@code http} tells how things are. They speak over the
 * event bus with the records of {@code bus} and know nothing else of each other.
 */
package dev.patchbay.verticles;

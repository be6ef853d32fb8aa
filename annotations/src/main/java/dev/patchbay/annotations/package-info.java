/**
 * The {@code k8s.v1.cni.cncf.io} data model: what a user asks for ({@code selection}), what a pod's status says
 * ({@code status}), and the difference of the two ({@code plan}); {@code json} reads what strangers wrote. Pure functions over immutable records: no I/O and no
 * Kubernetes client.
 */
package dev.patchbay.annotations;

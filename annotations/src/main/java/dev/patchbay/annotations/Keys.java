package dev.patchbay.annotations;

/** Annotation keys of the Kubernetes Network Plumbing Working Group's specification that Patchbay reads or writes. */
public final class Keys {

    /** What the user asks for: the pod's secondary networks. */
    public static final String NETWORKS = "k8s.v1.cni.cncf.io/networks";

    /** What the pod has. */
    public static final String NETWORK_STATUS = "k8s.v1.cni.cncf.io/network-status";

    /** One network that replaces the cluster's network at the pod's creation; never hot-plugged. */
    public static final String DEFAULT_NETWORK = "v1.multus-cni.io/default-network";

    /** On a NetworkAttachmentDefinition: the device plugin resource that its attachments use. */
    public static final String RESOURCE_NAME = "k8s.v1.cni.cncf.io/resourceName";

    private Keys() {}
}

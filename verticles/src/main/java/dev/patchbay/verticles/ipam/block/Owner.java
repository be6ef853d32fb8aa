package dev.patchbay.verticles.ipam.block;

/**
 * Whose an address is. Owners are compared by {@link #key()}: names in them are for people, as a name may be borne by
 * another object by now.
 */
public sealed interface Owner permits Owner.PodOwner, Owner.ContainerOwner, Owner.ClaimOwner {

    /** Returns a text that two owners share if and only if they are the same. */
    String key();

    /**
     * An interface of a pod.
     *
     * @param uid    the pod's, with {@code ifname} the identity
     * @param ifname the interface's name inside the pod
     */
    record PodOwner(String uid, String namespace, String pod, String ifname) implements Owner {

        public PodOwner {
            checkKeyPart("a pod's uid", uid);
            checkKeyPart("an interface's name", ifname);
        }

        @Override
        public String key() {
            return "pod/" + uid + "/" + ifname;
        }
    }

    /** An interface of a container of which no pod is known: the runtime's own call, without Kubernetes. */
    record ContainerOwner(String containerId, String ifname) implements Owner {

        public ContainerOwner {
            checkKeyPart("a container ID", containerId);
            checkKeyPart("an interface's name", ifname);
        }

        @Override
        public String key() {
            return "container/" + containerId + "/" + ifname;
        }
    }

    /**
     * A claim that outlives pods. Several pods may hold its address together, as two do while a virtual machine migrates.
     *
     * @param uid   the claim's, and the identity
     * @param claim the claim's name
     */
    record ClaimOwner(String uid, String namespace, String claim) implements Owner {

        public ClaimOwner {
            checkKeyPart("a claim's uid", uid);
        }

        @Override
        public String key() {
            return "claim/" + uid;
        }
    }

    /** A slash would make two different owners look the same. */
    private static void checkKeyPart(String what, String text) {
        if (text.isEmpty() || text.contains("/")) {
            throw new IllegalArgumentException("\"%s\" cannot be %s".formatted(text, what));
        }
    }
}

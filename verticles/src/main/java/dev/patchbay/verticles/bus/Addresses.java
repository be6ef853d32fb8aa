package dev.patchbay.verticles.bus;

import dev.patchbay.annotations.NetworkName;
import dev.patchbay.multus.attach.PlugOrder;
import dev.patchbay.multus.attach.UnplugOrder;
import dev.patchbay.multus.nad.Nad;
import java.util.Set;

/** Every address of the event bus. */
public final class Addresses {

    /** A pod of this node was seen for the first time or changed in a way that matters here. */
    public static final Address<PodSnapshot, Void> POD_SEEN = new Address<>("pod.seen");

    /** A pod of this node is gone; the message is its UID. */
    public static final Address<String, Void> POD_GONE = new Address<>("pod.gone");

    /** All pods that existed at start have been seen; the message is their UIDs. */
    public static final Address<Set<String>, Void> PODS_LISTED = new Address<>("pods.listed");

    /** A NAD was seen for the first time or changed. */
    public static final Address<Nad, Void> NAD_SEEN = new Address<>("nad.seen");

    /** A NAD is gone. */
    public static final Address<NetworkName, Void> NAD_GONE = new Address<>("nad.gone");

    /** Somebody has a reason to look at this pod again; the message is its UID. */
    public static final Address<String, Void> LOOK_AGAIN = new Address<>("pod.look-again");

    /** What a pod's sandbox is and has. */
    public static final Address<Inspect, Inspection> INSPECT = new Address<>("agent.inspect");

    /** The UIDs of all pods that attachments of ours are recorded for; the message means nothing. */
    public static final Address<String, Set<String>> HELD_PODS = new Address<>("agent.held-pods");

    /** Make one attachment. */
    public static final Address<PlugOrder, Outcome> PLUG = new Address<>("agent.plug");

    /** Remove one attachment. */
    public static final Address<UnplugOrder, Outcome> UNPLUG = new Address<>("agent.unplug");

    /** Free what attachments of a pod still hold in sandboxes that are gone. */
    public static final Address<Release, Outcome> RELEASE = new Address<>("agent.release");

    /** Write a pod's network-status and condition. */
    public static final Address<StatusWrite, StatusWritten> WRITE_STATUS = new Address<>("status.write");

    /** Tell the user about something, as an Event on the pod. */
    public static final Address<PodEvent, Void> EVENT = new Address<>("status.event");

    private Addresses() {}
}

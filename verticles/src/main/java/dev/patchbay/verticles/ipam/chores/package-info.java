/** What one node does for the whole cluster: addresses of the dead are freed, pools say how full they are. */
package dev.patchbay.verticles.ipam.chores;

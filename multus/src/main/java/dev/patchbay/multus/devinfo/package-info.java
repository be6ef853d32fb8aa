/** Device information files (device-info specification): what a device plugin tells about a device, for network-status. */
package dev.patchbay.multus.devinfo;

/** What was attached: a directory in the file format of libcni, with an intent before each ADD. */
package dev.patchbay.multus.cache;

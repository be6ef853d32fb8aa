/** What runs on a node. */
package dev.patchbay.verticles;

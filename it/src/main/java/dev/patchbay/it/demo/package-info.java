/** The main job, shown step by step on this machine. */
package dev.patchbay.it.demo;

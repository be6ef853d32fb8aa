/** What must hold before a plugin is run, as pure functions: allowed, or the reason why not. */
package dev.patchbay.multus.policy;

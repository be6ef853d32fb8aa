/** The configuration: one YAML file and the environment, over documented defaults. */
package dev.patchbay.verticles.config;

/** The difference between what is asked for and what there is. */
package dev.patchbay.annotations.plan;

/** Sizes in delta dumps: those of the fields of one, and the size that messages would have as one. */
package io.deltawire.cli.delta;

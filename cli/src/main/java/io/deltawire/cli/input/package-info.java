/**
 * Input files and standard input: opening, unpacking, detecting the format, following a growing file, and recovering
 * after damage.
 *
 * <p>{@link io.deltawire.cli.input.FaultDescriber} turns the exceptions of readers into one line and an exit code.
 */
package io.deltawire.cli.input;

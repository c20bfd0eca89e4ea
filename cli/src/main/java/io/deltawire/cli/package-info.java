/**
 * The {@code wire} and {@code wire2yaml} commands: they turn any wire format into any other, and examine dumps, with no
 * application class at hand.
 *
 * <p>The way of a message: {@link io.deltawire.cli.Input} opens a file, unpacks it and finds its format; a
 * {@link io.deltawire.cli.Conversion} copies message by message, through a {@link io.deltawire.cli.MessageTape} where a
 * selection has to look inside first; an {@link io.deltawire.cli.Output} writes to standard output or to a file.
 * Standard output carries data and nothing else. Everything that goes wrong becomes a {@link io.deltawire.cli.Failure}
 * or an exception that {@link io.deltawire.cli.Faults} turns into one line and an exit code.
 */
package io.deltawire.cli;


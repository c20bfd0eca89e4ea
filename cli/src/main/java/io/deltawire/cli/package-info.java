/**
 * The {@code wire} and {@code wire2yaml} commands: they turn any wire format into any other, and examine dumps, with no
 * application class at hand.
 *
 * <p>The way of a message: {@link io.deltawire.cli.input.Input} opens a file, unpacks it and finds its format; a
 * {@link io.deltawire.cli.command.Conversion} copies message by message, through a {@link io.deltawire.cli.message.MessageTape} where a
 * selection has to look inside first; an {@link io.deltawire.cli.output.Output} writes to standard output or to a file.
 * Standard output carries data and nothing else. Everything that goes wrong becomes a {@link io.deltawire.cli.terminal.Failure}
 * or an exception that {@link io.deltawire.cli.input.Faults} turns into one line and an exit code.
 */
package io.deltawire.cli;

import io.deltawire.cli.command.Conversion;
import io.deltawire.cli.input.Faults;
import io.deltawire.cli.input.Input;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.output.Output;
import io.deltawire.cli.terminal.Failure;


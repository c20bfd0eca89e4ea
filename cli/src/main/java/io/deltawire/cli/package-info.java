/**
 * The {@code wire} and {@code wire2yaml} commands: they turn any wire format into any other and examine dumps, without
 * application classes.
 *
 * <p>The path of a message: {@link io.deltawire.cli.input.Input} opens a file, unpacks it and finds its format. A
 * {@link io.deltawire.cli.command.Conversion} copies message by message, through a {@link
 * io.deltawire.cli.message.MessageTape} if a selection has to look inside. An {@link io.deltawire.cli.output.Output}
 * writes to standard output or to a file. Standard output carries only data. Every error becomes a {@link
 * io.deltawire.cli.terminal.Failure}, or an exception that {@link io.deltawire.cli.input.FaultDescriber} turns into one line
 * and an exit code.
 *
 * <p>The packages are layers. This one is the top: it has the entry point and the model of the command line. Below it
 * are {@code command} and {@code statistics}, then {@code output}, {@code transform} and {@code delta}, then {@code
 * input}, {@code message} and {@code options}, and {@code terminal} at the bottom.
 */
package io.deltawire.cli;

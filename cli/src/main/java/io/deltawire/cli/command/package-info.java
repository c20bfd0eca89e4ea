/**
 * The subcommands that copy, list, index, verify or show messages.
 *
 * <p>{@link io.deltawire.cli.command.Conversion} is the main one: it copies messages from inputs to outputs and applies the
 * selections in their order.
 */
package io.deltawire.cli.command;

/**
 * One message as a list of tokens, and what can be found in it: fields, names, times.
 *
 * <p>{@link io.deltawire.cli.message.MessageTape} records a message only if a selection has to look inside.
 */
package io.deltawire.cli.message;

/**
 * Messages as tokens. {@link io.deltawire.delta.internal.token.MessageCollector} collects the tokens of a writer as
 * values of schema nodes. {@link io.deltawire.wire.spi.token.TokenReader} gives the values of a record, or of a
 * plain message, as tokens again.
 *
 * <p>It depends on the values, the state and the collected columns of the layers below, and knows neither blocks nor
 * objects. The writer and the reader use it. The packages that handle objects use it for fields that have no columns.
 */
package io.deltawire.delta.internal.token;

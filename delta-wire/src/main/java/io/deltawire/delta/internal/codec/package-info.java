/**
 * The codec of message bodies: it encodes the values of a message against the record of its key, and decodes bytes back
 * into a record (docs/spec/delta.md, sections 5 and 6).
 *
 * <p>{@code DeltaEncoder} and {@code DeltaDecoder} are the entries. The decoder follows the bytes; all choices are the
 * encoder's. The values of a message come as {@code Columns}, or as what differs between an object and its record.
 * {@code ValueEncoder} makes bytes of both, and brings the record to the message.
 *
 * <p>The package depends on {@code internal.state}, {@code internal.value} and the frames of {@code internal.stream}.
 * The packages {@code token}, {@code nested}, {@code object} and {@code wire} use it.
 */
package io.deltawire.delta.internal.codec;

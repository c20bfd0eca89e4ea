/**
 * The state of a delta stream: types with their schema nodes, records with their values, rings of repeated values, mask
 * dictionaries, and the bounds of all that (docs/spec/delta.md, section 4).
 *
 * <p>Both sides use the same classes for what they share, so that they come to the same state. {@link WriterType},
 * {@link WriterTypes} and {@link WriterRecords} add what only the writer has; {@link ReaderTypes} adds what only
 * the reader has. The package depends on {@code internal.value} alone. All packages of the delta wire that encode or
 * decode messages use it.
 */
package io.deltawire.delta.internal.state;

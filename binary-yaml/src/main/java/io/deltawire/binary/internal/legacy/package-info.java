/**
 * What only Chronicle Wire writes, in releases up to 2.26 or in special layouts: delta streams, bodies without
 * headers, arrays of longs and message histories.
 *
 * <p>Delta messages and special layouts are rewritten into ordinary ones by the writer, so that the reader needs to
 * know nothing of them.
 */
package io.deltawire.binary.internal.legacy;

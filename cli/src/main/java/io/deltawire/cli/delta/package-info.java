/**
 * A decoder of delta dumps that shows what each byte means.
 *
 * <p>It is written after docs/spec/delta.md and independent of the reader of the format, so it also checks the
 * specification.
 */
package io.deltawire.cli.delta;

/**
 * The keyed delta wire: messages that hold only what changed since the last message with the same key.
 *
 * <p>{@link io.deltawire.delta.DeltaFormat} is the format with its options, and {@link io.deltawire.delta.AppendPoint} is
 * the end of a dump that a writer continues. Everything below {@code internal} is for this module alone. The internal
 * packages are layers, each of which depends only on those before it: {@code value}, {@code state}, {@code stream},
 * {@code codec}, {@code token}, {@code nested}, {@code object}, {@code wire}.
 */
package io.deltawire.delta;

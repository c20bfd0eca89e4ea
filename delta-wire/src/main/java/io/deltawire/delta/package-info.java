/**
 * The keyed delta wire: messages that hold only what changed since the last one with the same key.
 *
 * <p>Everything below {@code internal} is for this module alone. Its packages are layers, each of which knows only those before it: {@code value},
 * {@code state}, {@code stream}, {@code codec}, {@code token}, {@code nested}, {@code object}, {@code wire}.
 */
package io.deltawire.delta;

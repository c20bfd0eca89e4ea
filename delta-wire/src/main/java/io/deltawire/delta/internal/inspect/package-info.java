/**
 * Says what the bytes of a dump are: {@code DeltaInspector} walks over blocks and frames, and the other classes are the
 * parts of the decoder, which also report what they have read. Only tools load them, so a program that reads messages
 * has the decoder alone.
 *
 * <p>The package depends on {@code internal.codec} and what that depends on. The command uses it.
 */
package io.deltawire.delta.internal.inspect;

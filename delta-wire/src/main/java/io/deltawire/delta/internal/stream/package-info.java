/**
 * The container: blocks, frames, checksums and end marks, and the structure that the repair of a dump needs
 * (docs/spec/delta.md, section 3).
 *
 * <p>{@link io.deltawire.delta.internal.stream.StreamWriter} puts message bodies into frames and blocks, and {@link
 * io.deltawire.delta.internal.stream.StreamReader} finds them again. Both treat bodies as plain bytes. The package
 * depends on {@code value} for cursors and errors. The codecs and the wire's writer and reader use it, and so do {@code
 * DeltaFormat} and {@code AppendPoint}, which scan and repair dumps.
 */
package io.deltawire.delta.internal.stream;

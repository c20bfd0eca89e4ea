/**
 * Generates the code that reads, writes, compares and hashes the fields of a class, and does the same by reflection as
 * a fallback.
 *
 * <p>{@link io.deltawire.marshallable.internal.codegen.CodecGenerator} and
 * {@link io.deltawire.marshallable.internal.codegen.EqualityCode} are the entries. Class files are written with ASM.
 * The generated classes extend the types of {@code io.deltawire.marshallable.generated} and call their methods by name.
 * The package depends on the class plans of {@code internal.schema} and the codecs of {@code internal.codec}. The
 * object wires obtain codecs from here through {@code internal.LibraryServices}.
 */
package io.deltawire.marshallable.internal.codegen;

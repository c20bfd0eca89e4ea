/**
 * Codecs, which write and read the values of one type as tokens.
 *
 * <p>{@link io.deltawire.marshallable.internal.codec.Codecs} finds the
 * {@link io.deltawire.marshallable.internal.codec.ValueCodec} of a type;
 * {@link io.deltawire.marshallable.internal.codec.CodecContext} is the context of one wire. The package depends on the
 * schema package below it. It reaches the layers above only through
 * {@link io.deltawire.marshallable.internal.codec.CodecServices}: the code generator supplies the code for the fields
 * of a class. Wires, method readers and writers, and the value operations use this package.
 */
package io.deltawire.marshallable.internal.codec;

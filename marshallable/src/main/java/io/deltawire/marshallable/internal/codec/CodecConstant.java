package io.deltawire.marshallable.internal.codec;

/**
 * Holds a codec as a constant of generated code. It is a record because the JIT compiler trusts the final fields of
 * records: it treats the codec as a constant too, and so knows its class.
 */
public record CodecConstant(ValueCodec codec) {}

package io.deltawire.marshallable.internal.codec;

/**
 * A codec as a constant of generated code. A record, because the JIT compiler takes the fields of records in constants
 * for constants too, and so knows the class of the codec.
 */
public record Slot(ValueCodec codec) {}

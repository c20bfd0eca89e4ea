package io.deltawire.marshallable;

/** Makes the {@link FieldIo} of a class. */
final class CodecGenerator {
    private CodecGenerator() {}

    static FieldIo ioFor(ObjectCodec codec) {
        return new ReflectiveIo(codec);
    }
}

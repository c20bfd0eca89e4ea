package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;

/**
 * Looks up the codec of a type on first use. It breaks the cycle in which a class that is a collection or map of itself
 * would need its own codec to create its codec.
 */
final class LazyCodec extends ValueCodec {
    private final GenericType type;
    private final Codecs scope;
    private ValueCodec found; // a benign race: every thread finds the same codec

    LazyCodec(GenericType type, Codecs scope) {
        this.type = type;
        this.scope = scope;
    }

    private ValueCodec codec() {
        ValueCodec codec = found;
        if (codec == null) {
            codec = scope.declared(type);
            found = codec;
        }
        return codec;
    }

    @Override
    String typeName(Object value, CodecContext session) {
        return codec().typeName(value, session);
    }

    @Override
    public void write(WireOut out, Object value, CodecContext session) {
        codec().write(out, value, session);
    }

    @Override
    public Object read(WireIn in, Object reuse, CodecContext session) {
        return codec().read(in, reuse, session);
    }

    @Override
    Object readNull(WireIn in, CodecContext session) {
        return codec().readNull(in, session);
    }

    @Override
    public Object whenNull() {
        return codec().whenNull();
    }
}

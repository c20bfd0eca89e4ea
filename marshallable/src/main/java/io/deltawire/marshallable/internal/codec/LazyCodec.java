package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;

/** A codec that is found at first use. */
final class LazyCodec extends ValueCodec {
    private final GenericType type;
    private final Codecs scope;
    private ValueCodec found; // two threads may both find it, and find the same

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
    String tag(Object value, Session session) {
        return codec().tag(value, session);
    }

    @Override
    public void write(WireOut out, Object value, Session session) {
        codec().write(out, value, session);
    }

    @Override
    public Object read(WireIn in, Object reuse, Session session) {
        return codec().read(in, reuse, session);
    }

    @Override
    Object readNull(WireIn in, Session session) {
        return codec().readNull(in, session);
    }

    @Override
    public Object whenNull() {
        return codec().whenNull();
    }
}

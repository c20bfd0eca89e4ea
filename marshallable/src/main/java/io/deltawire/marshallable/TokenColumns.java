package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;

/** The columns of a class some of whose fields go by tokens, for one wire. */
final class TokenColumns extends ColumnsOf {
    private final GeneratedCodec codec;
    private final Session session;

    TokenColumns(GeneratedCodec codec, Session session) {
        super(codec);
        this.codec = codec;
        this.session = session;
    }

    @Override
    public void write(Object object, int ordinal, WireOut out) {
        codec.codecOf(ordinal).writeOrNull(out, codec.reference(object, ordinal), session);
    }

    @Override
    public Object read(int ordinal, WireIn in) {
        return codec.codecOf(ordinal).readOrNull(in, null, session);
    }

    @Override
    public void readInto(Object object, int ordinal, WireIn in) {
        Object held = codec.reference(object, ordinal);
        Object read = codec.codecOf(ordinal).readOrNull(in, codec.ownOf(held, ordinal), session);
        if (read != held) {
            codec.set(object, ordinal, read);
        }
    }
}

package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.util.Optional;

/**
 * Writes and reads an {@code Optional} as its value, or as null if it is empty. An Optional of an Optional is a list of
 * at most one item, because null would not tell which of the two is empty.
 */
public final class OptionalCodec extends ValueCodec {
    /**
     * The codec where no declared type says that a value is an Optional: a list of at most one item, with a type name.
     */
    static final ValueCodec IN_LIST = new InList();

    /**
     * The codec for an Optional that is a whole message or event. A value with the type name is such a list; any other
     * value is the content of the Optional.
     */
    public static final ValueCodec AT_TOP = new InList() {
        @Override
        public Object read(WireIn in, Object reuse, CodecContext session) {
            return in.typeName() == null
                    ? session.codecs().exact(Optional.class).read(in, reuse, session)
                    : super.read(in, reuse, session);
        }

        @Override
        public Object whenNull() {
            return Optional.empty();
        }
    };

    private final ValueCodec content;
    private final boolean holdsAnother;

    OptionalCodec(ValueCodec content) {
        this.content = content;
        this.holdsAnother = content instanceof OptionalCodec;
    }

    @Override
    String typeName(Object value, CodecContext session) {
        return null;
    }

    @Override
    public void write(WireOut out, Object value, CodecContext session) {
        if (holdsAnother) {
            writeList(out, (Optional<?>) value, content, session);
        } else {
            Object inside = ((Optional<?>) value).orElse(null);
            if (inside != null && inside.equals(content.whenNull())) {
                throw session.unwritable(
                        "an Optional of " + inside + " cannot be told from an empty one; declare only one of the two");
            }
            content.writeOrNull(out, inside, session);
        }
    }

    @Override
    public Object read(WireIn in, Object reuse, CodecContext session) {
        return holdsAnother ? readList(in, content, session) : Optional.ofNullable(content.read(in, null, session));
    }

    @Override
    Object readNull(WireIn in, CodecContext session) {
        // Where the content may be of any class, a null with a type name is a value, for example an empty OptionalInt.
        return content instanceof PolymorphicCodec && !holdsAnother
                ? Optional.ofNullable(content.readNull(in, session))
                : super.readNull(in, session);
    }

    @Override
    public Object whenNull() {
        return Optional.empty();
    }

    private static void writeList(WireOut out, Optional<?> value, ValueCodec content, CodecContext session) {
        out.beginList();
        if (value.isPresent()) {
            content.writeOrNull(out, value.get(), session);
        }
        out.endList();
    }

    private static Object readList(WireIn in, ValueCodec content, CodecContext session) {
        in.beginList();
        Object value = in.hasNext() ? content.readOrNull(in, null, session) : null;
        if (in.hasNext()) {
            throw session.mismatch(in, "expected an Optional of at most one value but there are more");
        }
        in.endList();
        return Optional.ofNullable(value);
    }

    private static class InList extends ValueCodec {
        @Override
        String typeName(Object value, CodecContext session) {
            return "Optional";
        }

        @Override
        public void write(WireOut out, Object value, CodecContext session) {
            writeList(out, (Optional<?>) value, session.codecs().any(), session);
        }

        @Override
        public Object read(WireIn in, Object reuse, CodecContext session) {
            return readList(in, session.codecs().any(), session);
        }
    }
}

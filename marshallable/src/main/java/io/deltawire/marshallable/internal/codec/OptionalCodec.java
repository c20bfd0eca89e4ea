package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.util.Optional;

/**
 * An {@code Optional}: the value in it, or null where it is empty. One that holds another is a list of nothing or of that
 * other, since null would not say which of the two is empty.
 */
public final class OptionalCodec extends ValueCodec {
    /** Where the declared type does not say that there is an Optional: a list of nothing or of the value, by name. */
    static final ValueCodec IN_LIST = new InList();

    /** For a value that is a message or event: what has the name of the type is in such a list, anything else is the value in it. */
    public static final ValueCodec AT_TOP = new InList() {
        @Override
        public Object read(WireIn in, Object reuse, Session session) {
            return in.typeName() == null
                    ? Codecs.exact(Optional.class).read(in, reuse, session)
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
        this.content = content == null ? Codecs.exact(Object.class) : content;
        this.holdsAnother = content instanceof OptionalCodec;
    }

    @Override
    String tag(Object value, Session session) {
        return null;
    }

    @Override
    public void write(WireOut out, Object value, Session session) {
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
    public Object read(WireIn in, Object reuse, Session session) {
        return holdsAnother ? readList(in, content, session) : Optional.ofNullable(content.read(in, null, session));
    }

    @Override
    Object readNull(WireIn in, Session session) {
        // A null with a type name may be something all the same: an OptionalInt of nothing, where anything may be
        // inside.
        return content instanceof BoundCodec && !holdsAnother
                ? Optional.ofNullable(content.readNull(in, session))
                : super.readNull(in, session);
    }

    @Override
    public Object whenNull() {
        return Optional.empty();
    }

    private static void writeList(WireOut out, Optional<?> value, ValueCodec content, Session session) {
        out.beginList();
        if (value.isPresent()) {
            content.writeOrNull(out, value.get(), session);
        }
        out.endList();
    }

    private static Object readList(WireIn in, ValueCodec content, Session session) {
        in.beginList();
        Object value = in.hasNext() ? content.readOrNull(in, null, session) : null;
        if (in.hasNext()) {
            throw session.misfit(in, "expected an Optional of at most one value but there are more");
        }
        in.endList();
        return Optional.ofNullable(value);
    }

    private static class InList extends ValueCodec {
        private final ValueCodec any = Codecs.exact(Object.class);

        @Override
        String tag(Object value, Session session) {
            return "Optional";
        }

        @Override
        public void write(WireOut out, Object value, Session session) {
            writeList(out, (Optional<?>) value, any, session);
        }

        @Override
        public Object read(WireIn in, Object reuse, Session session) {
            return readList(in, any, session);
        }
    }
}

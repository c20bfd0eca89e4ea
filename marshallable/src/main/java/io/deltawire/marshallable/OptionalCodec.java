package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.util.Optional;

/** An {@code Optional}: the value in it, or null where it is empty. */
final class OptionalCodec extends ValueCodec {
    /** Where the declared type does not say that there is an Optional: a list of nothing or of the value, by name. */
    static final ValueCodec IN_LIST = new InList();

    private final ValueCodec content;

    OptionalCodec(ValueCodec content) {
        this.content = content == null ? Codecs.exact(Object.class) : content;
    }

    @Override
    String tag(Object value, Session session) {
        return null;
    }

    @Override
    void write(WireOut out, Object value, Session session) {
        content.writeOrNull(out, ((Optional<?>) value).orElse(null), session);
    }

    @Override
    Object read(WireIn in, Object reuse, Session session) {
        return Optional.ofNullable(content.read(in, null, session));
    }

    @Override
    Object whenNull() {
        return Optional.empty();
    }

    private static final class InList extends ValueCodec {
        private final ValueCodec any = Codecs.exact(Object.class);

        @Override
        String tag(Object value, Session session) {
            return "Optional";
        }

        @Override
        void write(WireOut out, Object value, Session session) {
            out.beginList();
            Optional<?> optional = (Optional<?>) value;
            if (optional.isPresent()) {
                any.write(out, optional.get(), session);
            }
            out.endList();
        }

        @Override
        Object read(WireIn in, Object reuse, Session session) {
            in.beginList();
            Object value = in.hasNext() ? any.readOrNull(in, null, session) : null;
            if (in.hasNext()) {
                throw session.misfit(in, "expected an Optional of at most one value but there are more");
            }
            in.endList();
            return Optional.ofNullable(value);
        }
    }
}

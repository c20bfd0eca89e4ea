package io.deltawire.marshallable;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.time.temporal.Temporal;

/** Values that are one token, and that nothing in need of a name of its own is inside of. */
final class ScalarCodec extends ValueCodec {
    interface Writer {
        void write(WireOut out, Object value);
    }

    interface Reader {
        Object read(WireIn in, Object reuse, Session session);
    }

    /** What a value is parsed from and printed as. */
    interface Parser {
        Object parse(String text);
    }

    private final String tag;
    private final Writer writer;
    private final Reader reader;
    private final Object whenNull;

    private ScalarCodec(String tag, Writer writer, Reader reader, Object whenNull) {
        this.tag = tag;
        this.writer = writer;
        this.reader = reader;
        this.whenNull = whenNull;
    }

    static ScalarCodec of(String tag, Writer writer, Reader reader) {
        return new ScalarCodec(tag, writer, reader, null);
    }

    static ScalarCodec of(String tag, Writer writer, Reader reader, Object whenNull) {
        return new ScalarCodec(tag, writer, reader, whenNull);
    }

    /** Values whose {@code toString} is parsed back by a method that says by an exception what it cannot parse. */
    static ScalarCodec ofText(String tag, Parser parser) {
        return of(tag, (out, value) -> out.text(value.toString()), (in, reuse, session) -> {
            String text = in.text();
            try {
                return parser.parse(text);
            } catch (RuntimeException e) {
                throw session.misfit(in, "expected a " + tag + " but was text " + quote(text), e);
            }
        });
    }

    private static String quote(String text) {
        return io.deltawire.wire.spi.Printable.quote(text);
    }

    @Override
    String tag(Object value, Session session) {
        if (tag != null && !(Temporals.isPlain(value) && !session.namesKinds)) {
            return tag;
        }
        return session.namesKinds && !isText(value) ? kindName(value, false) : null;
    }

    private static boolean isText(Object value) {
        return value instanceof CharSequence;
    }

    /**
     * The name for a kind that has a token of its own, where the format may not keep that token.
     *
     * @param isKey whether the value is a key, of which formats keep the text alone
     */
    static String kindName(Object value, boolean isKey) {
        if (value instanceof Temporal) {
            return value.getClass().getSimpleName();
        }
        if (value instanceof byte[]) {
            return "byte[]";
        }
        if (value instanceof Double number) {
            return isKey || !Double.isFinite(number) ? "double" : null;
        }
        return isKey && value instanceof Long ? "long" : isKey && value instanceof Boolean ? "boolean" : null;
    }

    @Override
    void write(WireOut out, Object value, Session session) {
        writer.write(out, value);
    }

    @Override
    Object read(WireIn in, Object reuse, Session session) {
        return reader.read(in, reuse, session);
    }

    @Override
    Object whenNull() {
        return whenNull;
    }
}

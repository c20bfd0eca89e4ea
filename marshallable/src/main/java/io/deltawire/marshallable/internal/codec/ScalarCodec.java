package io.deltawire.marshallable.internal.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.AsciiReader;
import io.deltawire.wire.spi.object.AsciiWriter;
import io.deltawire.wire.spi.text.Printable;
import java.time.temporal.Temporal;
import java.util.function.Function;

/**
 * Writes and reads values that are one token and contain no other values.
 *
 * <p>Most scalars are a pair of lambdas for one method of the token API each. Values that are written as text have a
 * parser instead, and may have a {@link CommonTextForm}, which handles the common texts without creating strings.
 */
public final class ScalarCodec extends ValueCodec {
    interface Writer {
        public void write(WireOut out, Object value);
    }

    interface Reader {
        public Object read(WireIn in, Object reuse, CodecContext session);
    }

    interface Parser {
        Object parse(String text);
    }

    private final String tag;
    private final Writer writer;
    private final Reader reader;
    private final Object whenNull;

    // Only for values that are written as text: the fast path for common texts, or null, and the parser for all texts.
    private final CommonTextForm form;
    private final Parser parser;

    private ScalarCodec(String tag, Writer writer, Reader reader, Object whenNull, CommonTextForm form, Parser parser) {
        this.tag = tag;
        this.writer = writer;
        this.reader = reader;
        this.whenNull = whenNull;
        this.form = form;
        this.parser = parser;
    }

    static ScalarCodec of(String tag, Writer writer, Reader reader) {
        return of(tag, writer, reader, null);
    }

    static ScalarCodec of(String tag, Writer writer, Reader reader, Object whenNull) {
        return new ScalarCodec(tag, writer, reader, whenNull, null, null);
    }

    /** Returns a codec for values that are written by {@code toString}. The parser throws if it cannot parse a text. */
    static ScalarCodec ofText(String tag, Parser parser) {
        return ofText(tag, Object::toString, parser, null);
    }

    /**
     * Returns a codec for immutable values that are written as text. The same instance may be returned for equal texts.
     *
     * @param form the fast path for common texts, or null
     */
    static ScalarCodec ofText(String tag, Function<Object, String> printer, Parser parser, CommonTextForm form) {
        return new ScalarCodec(tag, (out, value) -> out.text(printer.apply(value)), null, null, form, parser);
    }

    private void writeForm(WireOut out, Object value, CodecContext session) {
        int length = out instanceof AsciiWriter ? form.write(session.asciiBuffer, value) : -1;
        if (length < 0) {
            writer.write(out, value);
        } else {
            ((AsciiWriter) out).writeAscii(session.asciiBuffer, length);
        }
    }

    private Object readForm(WireIn in, CodecContext session) {
        byte[] buffer = session.asciiBuffer;
        int length = in instanceof AsciiReader reader ? reader.readAscii(buffer) : -1;
        String text = null;
        if (length < 0) {
            text = in.text();
            length = copyAscii(text, buffer);
        }
        Object value = length < 0 ? null : form.parse(buffer, length);
        return value != null
                ? value
                : parse(in, text != null ? text : new String(buffer, 0, length, ISO_8859_1), session);
    }

    /** Copies text into an array and returns its length, or -1 if it is too long or not ASCII. */
    private static int copyAscii(String text, byte[] into) {
        int length = text.length();
        if (length > into.length) {
            return -1;
        }
        int all = 0;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            into[i] = (byte) c;
            all |= c;
        }
        return all < 0x80 ? length : -1;
    }

    private Object readText(WireIn in, CodecContext session) {
        String text = in.text();
        Object cached = session.parsedTexts.get(this, text);
        if (cached != null) {
            return cached;
        }
        Object value = parse(in, text, session);
        session.parsedTexts.put(this, text, value);
        return value;
    }

    private Object parse(WireIn in, String text, CodecContext session) {
        try {
            return parser.parse(text);
        } catch (RuntimeException e) {
            throw session.mismatch(in, "expected " + Printable.withArticle(tag) + " but was text " + quote(text), e);
        }
    }

    private static String quote(String text) {
        return io.deltawire.wire.spi.text.Printable.quote(text);
    }

    @Override
    String typeName(Object value, CodecContext session) {
        if (tag != null && !(TemporalNarrowing.isPlain(value) && !session.writesKindNames())) {
            return tag;
        }
        return session.writesKindNames() && !isText(value) ? kindName(value, false) : null;
    }

    private static boolean isText(Object value) {
        return value instanceof CharSequence;
    }

    /**
     * Returns the type name for a scalar whose kind the format may lose, or null if none is needed.
     *
     * @param isKey whether the value is a key, which the format stores only as text
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
    public void write(WireOut out, Object value, CodecContext session) {
        if (form != null) {
            writeForm(out, value, session);
        } else {
            writer.write(out, value);
        }
    }

    @Override
    public Object read(WireIn in, Object reuse, CodecContext session) {
        if (reader != null) {
            return reader.read(in, reuse, session);
        }
        return form != null ? readForm(in, session) : readText(in, session);
    }

    @Override
    public Object whenNull() {
        return whenNull;
    }
}

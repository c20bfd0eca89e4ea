package io.deltawire.marshallable.internal.codec;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.ScalarConversions;
import io.deltawire.wire.spi.text.Printable;
import io.deltawire.wire.spi.text.TemporalText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.Base64;
import java.util.function.Function;

/**
 * Presents the name of an entry as a token reader, so that a key codec can read its value from text. It is used for
 * formats that have only text for keys.
 */
final class KeyTextReader implements WireIn {
    private final String text;
    private final WireIn origin;

    KeyTextReader(String text, WireIn origin) {
        this.text = text;
        this.origin = origin;
    }

    private <T> T parse(Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (ArithmeticException | IllegalArgumentException | DateTimeException e) {
            throw new WireDataException("key", e.getMessage(), location(), e);
        }
    }

    private WireDataException misfit(String expected) {
        return new WireDataException(
                "key", "expected " + expected + " but was the name " + Printable.quote(text), location());
    }

    @Override
    public WireToken peek() {
        return WireToken.TEXT;
    }

    @Override
    public String typeName() {
        return null;
    }

    @Override
    public boolean bool() {
        return parse(ScalarConversions::parseBool);
    }

    @Override
    public long int64() {
        return parse(ScalarConversions::parseInt64);
    }

    @Override
    public double float64() {
        return parse(ScalarConversions::parseFloat64);
    }

    @Override
    public BigDecimal decimal() {
        return parse(ScalarConversions::parseDecimal);
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public byte[] bytes() {
        return parse(base64 -> Base64.getDecoder().decode(base64.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public Temporal temporal() {
        return parse(TemporalText::parse);
    }

    @Override
    public void skipValue() {}

    @Override
    public WireLocation location() {
        return origin.location();
    }

    @Override
    public boolean nextMessage() {
        return false;
    }

    @Override
    public long messageOffset() {
        return origin.messageOffset();
    }

    @Override
    public void beginObject() {
        throw misfit("an object as the key");
    }

    @Override
    public boolean hasNext() {
        return false;
    }

    @Override
    public String fieldName() {
        throw misfit("an object as the key");
    }

    @Override
    public int nextField(Shape shape) {
        return END;
    }

    @Override
    public void key() {
        throw misfit("an object as the key");
    }

    @Override
    public void endObject() {}

    @Override
    public void beginList() {
        throw misfit("a list as the key");
    }

    @Override
    public void endList() {}

    @Override
    public void nullValue() {
        throw misfit("null");
    }

    @Override
    public void close() {}
}

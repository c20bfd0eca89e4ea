package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireOut;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.UUID;

/**
 * The writer that a codec of an application is given. It passes tokens on and checks that they are exactly one value. A
 * type name in front of the value is dropped, because the value already has the name of its own class.
 *
 * <p>A {@link CodecContext} lends it for one value and takes it back, so that writing allocates nothing. Not
 * thread-safe.
 */
final class OneValueWriter implements WireOut {
    private WireOut out;
    private CodecContext session;
    private Class<?> type;
    private int depth;
    private boolean hasValue;

    /** The error for a codec that does not write or read exactly one value. */
    static final class Misuse extends IllegalStateException {
        private static final long serialVersionUID = 1;

        Misuse(Class<?> type, String problem) {
            super("the codec of " + TypeNames.simpleName(type) + " " + problem);
        }
    }

    void begin(WireOut to, CodecContext context, Class<?> of) {
        out = to;
        session = context;
        type = of;
        depth = 0;
        hasValue = false;
    }

    void end() {
        if (depth > 0) {
            throw new Misuse(type, "has begun an object or list that it has not ended");
        }
        if (!hasValue) {
            throw new Misuse(type, "has written no value");
        }
        out = null;
    }

    CodecContext session() {
        return session;
    }

    private WireOut value() {
        if (depth == 0) {
            if (hasValue) {
                throw new Misuse(type, "has written a second value");
            }
            hasValue = true;
        }
        return out;
    }

    private WireOut inside() {
        if (depth == 0) {
            throw new Misuse(type, "has written a name or an end outside an object");
        }
        return out;
    }

    private Misuse message() {
        return new Misuse(type, "may not begin, end or flush a message");
    }

    @Override
    public String formatName() {
        return out.formatName();
    }

    @Override
    public void beginMessage(MessageKind kind) {
        throw message();
    }

    @Override
    public void endMessage() {
        throw message();
    }

    @Override
    public void cancelMessage() {
        throw message();
    }

    @Override
    public void type(String name) {
        if (depth > 0) {
            out.type(name);
        }
    }

    @Override
    public void beginObject() {
        value().beginObject();
        depth++;
    }

    @Override
    public void beginObject(Shape shape) {
        value().beginObject(shape);
        depth++;
    }

    @Override
    public void field(int ordinal) {
        inside().field(ordinal);
    }

    @Override
    public void field(String name) {
        inside().field(name);
    }

    @Override
    public void event(String name) {
        inside().event(name);
    }

    @Override
    public void typedEvent(String name) {
        inside().typedEvent(name);
    }

    @Override
    public void key() {
        inside().key();
    }

    @Override
    public void endObject() {
        inside().endObject();
        depth--;
    }

    @Override
    public void beginList() {
        value().beginList();
        depth++;
    }

    @Override
    public void endList() {
        inside().endList();
        depth--;
    }

    @Override
    public void nullValue() {
        value().nullValue();
    }

    @Override
    public void bool(boolean value) {
        value().bool(value);
    }

    @Override
    public void int64(long value) {
        value().int64(value);
    }

    @Override
    public void float64(double value) {
        value().float64(value);
    }

    @Override
    public void uuid(UUID value) {
        value().uuid(value);
    }

    @Override
    public void untypedFloat64(double value) {
        value().untypedFloat64(value);
    }

    @Override
    public void float32(float value) {
        value().float32(value);
    }

    @Override
    public void decimal(BigDecimal value) {
        value().decimal(value);
    }

    @Override
    public void text(CharSequence value) {
        value().text(value);
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
        value().bytes(value, offset, length);
    }

    @Override
    public void temporal(Temporal value) {
        value().temporal(value);
    }

    @Override
    public void comment(String text) {
        if (depth > 0) {
            out.comment(text);
        }
    }

    @Override
    public void flush() {
        throw message();
    }

    @Override
    public void close() {
        throw message();
    }
}

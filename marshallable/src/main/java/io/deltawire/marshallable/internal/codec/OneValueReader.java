package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.internal.codec.OneValueWriter.Misuse;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.UUID;

/**
 * The reader that a codec of an application is given. It checks that the codec reads exactly one value. The type name in
 * front of the value has selected the codec and is not shown to it. Not thread-safe.
 */
final class OneValueReader implements WireIn {
    private final WireIn in;
    private final CodecContext session;
    private final Class<?> type;
    private int depth;
    private boolean hasValue;

    OneValueReader(WireIn in, CodecContext session, Class<?> type) {
        this.in = in;
        this.session = session;
        this.type = type;
    }

    void end() {
        if (depth > 0) {
            throw new Misuse(type, "has not read an object or list to its end");
        }
        if (!hasValue) {
            throw new Misuse(type, "has read no value");
        }
    }

    CodecContext session() {
        return session;
    }

    private WireIn value() {
        if (depth == 0) {
            if (hasValue) {
                throw new Misuse(type, "has read a second value");
            }
            hasValue = true;
        }
        return in;
    }

    private WireIn inside() {
        if (depth == 0) {
            throw new Misuse(type, "has read a name or an end outside an object");
        }
        return in;
    }

    @Override
    public boolean nextMessage() {
        throw new Misuse(type, "may not move to another message");
    }

    @Override
    public MessageKind messageKind() {
        return in.messageKind();
    }

    @Override
    public long messageOffset() {
        return in.messageOffset();
    }

    @Override
    public WireToken peek() {
        return depth == 0 && hasValue ? WireToken.END_MESSAGE : in.peek();
    }

    @Override
    public String typeName() {
        return depth == 0 ? null : in.typeName();
    }

    @Override
    public void beginObject() {
        value().beginObject();
        depth++;
    }

    @Override
    public boolean hasNext() {
        return inside().hasNext();
    }

    @Override
    public String fieldName() {
        return inside().fieldName();
    }

    @Override
    public int nextField(Shape shape) {
        return inside().nextField(shape);
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
    public boolean bool() {
        return value().bool();
    }

    @Override
    public long int64() {
        return value().int64();
    }

    @Override
    public double float64() {
        return value().float64();
    }

    @Override
    public BigDecimal decimal() {
        return value().decimal();
    }

    @Override
    public String text() {
        return value().text();
    }

    @Override
    public void text(StringBuilder target) {
        value().text(target);
    }

    @Override
    public UUID uuid() {
        if (depth == 0 && hasValue) {
            return value().uuid(); // throws
        }
        UUID id = in.uuid();
        hasValue |= id != null; // null means that the value has not been read
        return id;
    }

    @Override
    public byte[] bytes() {
        return value().bytes();
    }

    @Override
    public Temporal temporal() {
        return value().temporal();
    }

    @Override
    public void skipValue() {
        value().skipValue();
    }

    @Override
    public WireLocation location() {
        return in.location();
    }

    @Override
    public void close() {
        throw new Misuse(type, "may not close the reader");
    }
}

package io.deltawire.wire.spi.token;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireOut;
import java.math.BigDecimal;
import java.time.temporal.Temporal;

/**
 * A writer to nowhere: a message that is copied to it is read and checked, and takes no memory. A subclass takes the
 * tokens that it overrides. This class itself is thread-safe.
 */
public class Discard implements WireOut {
    @Override
    public void beginMessage(MessageKind kind) {}

    @Override
    public void endMessage() {}

    @Override
    public void cancelMessage() {}

    @Override
    public void type(String name) {}

    @Override
    public void beginObject() {}

    @Override
    public void beginObject(Shape shape) {}

    @Override
    public void field(int ordinal) {}

    @Override
    public void field(String name) {}

    @Override
    public void event(String name) {}

    @Override
    public void key() {}

    @Override
    public void endObject() {}

    @Override
    public void beginList() {}

    @Override
    public void endList() {}

    @Override
    public void nullValue() {}

    @Override
    public void bool(boolean value) {}

    @Override
    public void int64(long value) {}

    @Override
    public void float64(double value) {}

    @Override
    public void float32(float value) {}

    @Override
    public void decimal(BigDecimal value) {}

    @Override
    public void text(CharSequence value) {}

    @Override
    public void bytes(byte[] value, int offset, int length) {}

    @Override
    public void temporal(Temporal value) {}

    @Override
    public void flush() {}

    @Override
    public void close() {}
}

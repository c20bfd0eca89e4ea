package io.deltawire.marshallable.internal.record;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireOut;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.temporal.Temporal;
import java.util.Arrays;

/**
 * Encodes a key that a codec of the application writes, so that different keys have different bytes. Only one scalar
 * can be a key. Every other token counts as two, so that the value has no key. Not thread-safe.
 */
final class ScalarBytes implements WireOut {
    private final String format;
    private byte[] bytes;
    private int tokens;

    ScalarBytes(String format) {
        this.format = format;
    }

    /** Returns the bytes, or null if the value was not one scalar. */
    byte[] bytes() {
        return tokens == 1 ? bytes : null;
    }

    private void put(char kind, Object value) {
        tokens++;
        bytes = (kind + value.toString()).getBytes(StandardCharsets.UTF_16BE);
    }

    @Override
    public String formatName() {
        return format;
    }

    @Override
    public void bytes(byte[] value, int offset, int length) {
        tokens++;
        bytes = Arrays.copyOfRange(value, offset, offset + length);
    }

    @Override
    public void nullValue() {
        put('n', "");
    }

    @Override
    public void bool(boolean value) {
        put('b', value);
    }

    @Override
    public void int64(long value) {
        put('i', value);
    }

    @Override
    public void float64(double value) {
        put('d', Double.doubleToRawLongBits(value));
    }

    @Override
    public void float32(float value) {
        put('f', Float.floatToRawIntBits(value));
    }

    @Override
    public void decimal(BigDecimal value) {
        put('D', value);
    }

    @Override
    public void text(CharSequence value) {
        put('t', value);
    }

    @Override
    public void temporal(Temporal value) {
        put('T', value);
    }

    @Override
    public void beginMessage(MessageKind kind) {
        tokens += 2;
    }

    @Override
    public void endMessage() {
        tokens += 2;
    }

    @Override
    public void cancelMessage() {
        tokens += 2;
    }

    @Override
    public void type(String name) {}

    @Override
    public void beginObject() {
        tokens += 2;
    }

    @Override
    public void beginObject(Shape shape) {
        tokens += 2;
    }

    @Override
    public void field(int ordinal) {
        tokens += 2;
    }

    @Override
    public void field(String name) {
        tokens += 2;
    }

    @Override
    public void event(String name) {
        tokens += 2;
    }

    @Override
    public void key() {
        tokens += 2;
    }

    @Override
    public void endObject() {
        tokens += 2;
    }

    @Override
    public void beginList() {
        tokens += 2;
    }

    @Override
    public void endList() {
        tokens += 2;
    }

    @Override
    public void flush() {
        tokens += 2;
    }

    @Override
    public void close() {
        tokens += 2;
    }
}

package io.deltawire.examples.msgpack;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.TemporalText;
import io.deltawire.wire.spi.text.Utf8;
import io.deltawire.wire.spi.token.TokenWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.Temporal;

/** Encodes the tokens of a message, each object in its shortest form. Not thread-safe. */
final class MessagePackWriter extends TokenWriter {
    private final OutputBuffer out;

    MessagePackWriter(OutputBuffer out, WireLimits limits) {
        super(MessagePackFormat.NAME, out, limits);
        this.out = out;
    }

    @Override
    protected void encodeStart(MessageKind kind) {
        if (kind == MessageKind.META) {
            writeHeader(ObjectHeader.EXTENSION_8, 0);
            put(ObjectHeader.META, 1);
        }
    }

    @Override
    protected void encode(int index) {
        if (type(index) != null) {
            put(ObjectHeader.ARRAY + 2, 1);
            writeExtension(ObjectHeader.TYPE_NAME, type(index));
        }
        Object value = value(index);
        switch (token(index)) {
            case FIELD, TEXT -> writeString((String) value);
            case EVENT -> writeExtension(ObjectHeader.EVENT, (String) value);
            case BEGIN_OBJECT -> writeCount(ObjectHeader.MAP, ObjectHeader.MAP_16, count(index));
            case BEGIN_LIST -> writeCount(ObjectHeader.ARRAY, ObjectHeader.ARRAY_16, count(index));
            case NULL -> put(ObjectHeader.NIL, 1);
            case BOOL -> put((Boolean) value ? ObjectHeader.TRUE : ObjectHeader.FALSE, 1);
            case INT64 -> writeInteger((Long) value);
            case FLOAT64 -> writeFloat((Number) value);
            case DECIMAL -> writeExtension(ObjectHeader.DECIMAL, value.toString());
            case BYTES -> {
                byte[] bytes = (byte[]) value;
                writeHeader(ObjectHeader.BINARY_8, bytes.length);
                putAll(bytes);
            }
            case TEMPORAL -> writeTemporal((Temporal) value);
            default -> {
                // the count says where an object or list ends, and any object may be a key
            }
        }
    }

    private void writeCount(int shortCode, int code16, int count) {
        if (count < 16) {
            put(shortCode + count, 1);
        } else {
            put(count < 1 << 16 ? code16 : code16 + 1, 1);
            put(count, count < 1 << 16 ? 2 : 4);
        }
    }

    private void writeInteger(long value) {
        if (value >= -32 && value < 128) {
            put(value, 1);
            return;
        }
        int bits = Long.SIZE - Long.numberOfLeadingZeros(value < 0 ? ~value : value) + (value < 0 ? 1 : 0);
        int power = bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3;
        put((value < 0 ? ObjectHeader.INT_8 : ObjectHeader.UINT_8) + power, 1);
        put(value, 1 << power);
    }

    private void writeFloat(Number value) {
        if (value instanceof Float single) {
            put(ObjectHeader.FLOAT_32, 1);
            put(Float.floatToRawIntBits(single), Float.BYTES);
        } else {
            put(ObjectHeader.FLOAT_64, 1);
            put(Double.doubleToRawLongBits((Double) value), Double.BYTES);
        }
    }

    private void writeTemporal(Temporal value) {
        if (!(value instanceof Instant instant)) {
            writeExtension(ObjectHeader.TEMPORAL, TemporalText.format(value));
            return;
        }
        long seconds = instant.getEpochSecond();
        long nanos = instant.getNano();
        if (seconds >>> 34 != 0) {
            writeHeader(ObjectHeader.EXTENSION_8, 12);
            put(ObjectHeader.TIMESTAMP, 1);
            put(nanos, 4);
            put(seconds, 8);
        } else {
            int power = nanos == 0 && seconds >>> 32 == 0 ? 2 : 3;
            put(ObjectHeader.FIXED_EXTENSION_1 + power, 1);
            put(ObjectHeader.TIMESTAMP, 1);
            put(nanos << 34 | seconds, 1 << power);
        }
    }

    private void writeString(String text) {
        byte[] utf8 = encoded(text);
        if (utf8.length < 32) {
            put(ObjectHeader.STRING + utf8.length, 1);
        } else {
            writeHeader(ObjectHeader.STRING_8, utf8.length);
        }
        putAll(utf8);
    }

    private void writeExtension(int type, String text) {
        byte[] utf8 = encoded(text);
        writeHeader(ObjectHeader.EXTENSION_8, utf8.length);
        put(type, 1);
        putAll(utf8);
    }

    private byte[] encoded(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (Utf8.length(text) != utf8.length) {
            throw limits().failure("expected text without lone surrogates, which UTF-8 cannot represent");
        }
        return utf8;
    }

    /** Writes a code and a length, in 1, 2 or 4 bytes. */
    private void writeHeader(int code8, int length) {
        int power = length < 1 << 8 ? 0 : length < 1 << 16 ? 1 : 2;
        put(code8 + power, 1);
        put(length, 1 << power);
    }

    /** Writes the low bytes of a number, the highest one first. */
    private void put(long value, int bytes) {
        out.ensure(bytes);
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
            out.array[out.position++] = (byte) (value >> shift);
        }
    }

    private void putAll(byte[] bytes) {
        out.ensure(bytes.length);
        System.arraycopy(bytes, 0, out.array, out.position, bytes.length);
        out.position += bytes.length;
    }
}

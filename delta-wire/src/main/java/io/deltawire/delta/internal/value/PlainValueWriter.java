package io.deltawire.delta.internal.value;

import io.deltawire.wire.WireDataException;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.text.DecimalText;
import io.deltawire.wire.spi.text.TemporalText;
import io.deltawire.wire.spi.text.VarInt;
import java.math.BigDecimal;
import java.time.temporal.Temporal;

/**
 * Writes plain values to a buffer (docs/spec/delta.md, section 6.1): those that do not depend on a record. It also
 * writes the parts of other encodings that are the same. The caller is responsible for the order; callers may append
 * to the buffer, and clear it.
 */
public final class PlainValueWriter {
    private final OutputBuffer out = OutputBuffer.inMemory();

    /** Returns the buffer, to which callers may append, and which they clear. */
    public OutputBuffer out() {
        return out;
    }

    public void op(int op) {
        out.ensure(1);
        out.array[out.position++] = (byte) op;
    }

    public void varInt(long value) {
        out.ensure(VarInt.MAX_BYTES);
        out.position = VarInt.write(out.array, out.position, value);
    }

    public void int64(long value) {
        op(Op.INT);
        varInt(VarInt.zigzag(value));
    }

    public void float64(double value) {
        int scale = DecimalCode.smallestScale(value);
        if (scale >= 0) {
            op(Op.DEC + scale);
            varInt(VarInt.zigzag(DecimalCode.mantissa(value, scale)));
        } else {
            op(Op.F64);
            bits(Double.doubleToRawLongBits(value));
        }
    }

    /** Writes the bits of a double: eight bytes, least significant first. */
    public void bits(long bits) {
        out.ensure(8);
        for (int i = 0; i < 8; i++) {
            out.array[out.position++] = (byte) (bits >>> 8 * i);
        }
    }

    public void text(CharSequence value) {
        op(Op.TEXT);
        Wtf8.write(out, value);
    }

    public void named(int op, String name) {
        op(op);
        Wtf8.write(out, name);
    }

    public void bytes(byte[] value, int offset, int length) {
        op(Op.BYTES);
        varInt(length);
        raw(value, offset, length);
    }

    public void raw(byte[] value, int offset, int length) {
        out.ensure(length);
        System.arraycopy(value, offset, out.array, out.position, length);
        out.position += length;
    }

    public void decimal(BigDecimal value) {
        if (ShortDecimal.isShort(value)) {
            unscaled(value.scale(), DecimalText.unscaled(value));
            return;
        }
        byte[] unscaled = value.unscaledValue().toByteArray();
        op(Op.DECIMAL);
        varInt(VarInt.zigzag(value.scale()));
        varInt(unscaled.length);
        raw(unscaled, 0, unscaled.length);
    }

    /** Writes a decimal by its unscaled value, or by the difference to another unscaled value. */
    public void unscaled(int scale, long value) {
        op(Op.UNSCALED + scale);
        varInt(VarInt.zigzag(value));
    }

    public void temporal(Temporal value) {
        TimeValue time = TimeValue.of(value, null, null);
        if (time == null) {
            named(Op.TEMPORAL_TEXT, requireTime(value));
        } else {
            time(time);
        }
    }

    /**
     * Returns the text of a date or time, which can be read again.
     *
     * @throws WireDataException if a value is neither
     */
    public static String requireTime(Temporal value) {
        String text = TemporalText.format(value);
        if (TemporalText.parseExact(text) == null) {
            throw new WireDataException(
                    DeltaFormatName.DELTA,
                    "expected a date or time but was " + value.getClass().getName() + " " + text,
                    null);
        }
        return text;
    }

    /** Writes the operation, the format, the zone if there is one, and the count. */
    public void time(TimeValue time) {
        op(Op.TIME);
        op(time.format());
        if (time.zone() instanceof Integer offset) {
            varInt(VarInt.zigzag(offset));
        } else if (time.zone() instanceof String zone) {
            Wtf8.write(out, zone);
        }
        varInt(VarInt.zigzag(time.count()));
    }
}

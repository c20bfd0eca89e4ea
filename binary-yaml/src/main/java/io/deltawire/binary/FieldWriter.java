package io.deltawire.binary;

import io.deltawire.binary.BinaryYamlFormat.Framing;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.FieldEncoder;
import io.deltawire.wire.spi.NumberForm;
import io.deltawire.wire.spi.OutputBuffer;
import java.time.temporal.Temporal;
import java.util.List;

/** The part of the writer by which generated code puts fields straight into the array: {@link FieldReader}'s counterpart. */
abstract class FieldWriter extends MessageWriter {
    /** With a code and one byte of length it takes no more than {@link FieldEncoder#MAX_BYTES}. */
    private static final int MAX_PLAIN_TEXT = FieldEncoder.MAX_BYTES - 4;

    final TemporalCodes temporals = new TemporalCodes();
    final TextCodes texts = new TextCodes();
    final int maxPlainText;

    FieldWriter(OutputBuffer out, WireLimits limits, Framing framing) {
        super(out, limits, framing);
        this.maxPlainText = Math.min(MAX_PLAIN_TEXT, limits.maxTextChars());
    }

    @Override
    public Shape.Attachment<byte[][]> names() {
        return NameCode.BYTES_OF_SHAPE;
    }

    @Override
    public List<NumberForm> numberForms() {
        return NumberCodes.FORMS;
    }

    @Override
    public boolean takesFields() {
        return framing != Framing.NONE || depth > 1 || starts[0] >= 0; // names at the root are looked at closely
    }

    @Override
    public int position() {
        return out.position;
    }

    @Override
    public void moveTo(int at, boolean isNamed) {
        if (state == STRAIGHT) {
            openHead();
        }
        out.position = at;
        if (isNamed) {
            room();
        }
        state = isNamed ? NAMED : ENTRY;
    }

    @Override
    public int nullValue(byte[] a, int at) {
        a[at] = (byte) Codes.NULL;
        return at + 1;
    }

    @Override
    public int bool(byte[] a, int at, boolean value) {
        a[at] = (byte) (value ? Codes.TRUE : Codes.FALSE);
        return at + 1;
    }

    @Override
    public int int64(byte[] a, int at, long value) {
        return NumberCodes.writeInt64(a, at, value);
    }

    @Override
    public int float64(byte[] a, int at, double value) {
        return NumberCodes.writeFloat64(a, at, value);
    }

    @Override
    public int float32(byte[] a, int at, float value) {
        return NumberCodes.writeFloat32(a, at, value);
    }

    @Override
    public int text(byte[] a, int at, String value, int ordinal) {
        return TextCodes.write(a, at, value, maxPlainText, texts);
    }

    @Override
    public int temporal(byte[] a, int at, Temporal value) {
        return temporals.write(a, at, value);
    }
}
